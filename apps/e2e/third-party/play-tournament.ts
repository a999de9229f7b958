import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeparateServer } from '../src/server.ts'
import { type Api, expectSuccess, openApi } from './api.ts'
import { createChannel, type ReceivedEvent } from './channel.ts'
import { crashServers, type MatchOptions } from './match.ts'
import { createToken, registerAccount, registerSession } from './register-account.ts'
import { pickSeeded, seededRandom } from './seeded-random.ts'
import { followStream, type Stream } from './stream.ts'

interface TournamentOptions extends Pick<MatchOptions, 'seed' | 'kills' | 'disconnectOneIn'> {
  programs: number
  groupSize: number
  gamesPerPair: 1 | 2
}

/** A program that plays the games of a tournament from its event stream. */
interface Entrant {
  name: string
  acknowledged: { game: number; ply: number; move: string }[]
  /** The games that are over by the events received. */
  finished: ReadonlyMap<number, any>
  /** The changes of the tournament that were announced, in order. */
  changes: readonly string[]
  onEvent(event: ReceivedEvent): void
}

const RULES = 'molenspel'
const SCOPES = ['account:read', 'game:read', 'game:play', 'tournament:write']
/** From this ply on a program may give up, so that games are short. */
const RESIGNS_FROM_PLY = 6
const RESIGNS_ONE_IN = 4
const STALL_TIMEOUT_MS = 240_000

/** Programs enter a tournament and play it to its end, while streams break and servers crash. */
export async function playTournament(servers: readonly SeparateServer[], options: TournamentOptions) {
  const failed = new AbortController()
  const fail = (error: unknown) => failed.abort(error)
  const failure = once(failed.signal, 'abort').then(() => failed.signal.throwIfAborted())
  failure.catch(() => {})
  const api = await openApi(servers.map(({ url }) => url))
  const organiser = await registerOrganiser(api)
  const { programs, groupSize, gamesPerPair, seed } = options
  const { id } = await expectSuccess(
    organiser.call('createTournament', {
      body: {
        name: 'Bots of November',
        kind: 'bot',
        rules: RULES,
        clock: { kind: 'per-move', days: 1 },
        rated: true,
        vacation: false,
        groupSize,
        gamesPerPair,
        invite: false,
        advance: 1,
        minEntrants: programs,
        maxEntrants: programs,
      },
    }),
  )
  const entrants: Entrant[] = []
  const streams: Stream[] = []
  for (let n = 0; n < programs; n++) {
    const name = `quern-${n}`
    const own = await registerAccount(api, name, SCOPES, 'bot')
    const entrant = createEntrant(own, name, { seed, tournament: id }, fail)
    const channel = createChannel(name, entrant.onEvent)
    let events = 0
    const shouldDisconnect = () => seededRandom(seed, name, events++) < 1 / options.disconnectOneIn
    // from the beginning, so that no event before the stream opens is missed
    const fromStart = { ...channel, lastId: () => channel.lastId() ?? 0 }
    streams.push(followStream(own, fromStart, shouldDisconnect, fail))
    entrants.push(entrant)
    await expectSuccess(own.call('enterTournament', { params: { id } }))
  }

  const over = new AbortController()
  const crashes = crashServers(servers, entrants, options.kills, over.signal)
  crashes.catch(fail)
  await Promise.race([allTold(entrants), failure]).finally(() => over.abort())
  const kills = await crashes
  return {
    api,
    id,
    entrants,
    figures: () => ({
      moves: entrants.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      kills,
      disconnects: streams.reduce((sum, stream) => sum + stream.disconnects(), 0),
    }),
    async close() {
      await Promise.all(streams.map((stream) => stream.close()))
    },
  }
}

/** An organiser needs a confirmed address. Without SMTP the host reads the link among the server's mail. */
async function registerOrganiser(api: Api): Promise<Api> {
  const session = await registerSession(api, 'umpire')
  const { items } = await expectSuccess(session.call('listMails'))
  const { text } = await expectSuccess(session.call('getMail', { params: { id: items[0].id } }))
  const token = /verify-email#(\S+)/.exec(text)![1]!
  await expectSuccess(api.call('verifyEmail', { body: { token } }))
  return createToken(api, session, ['tournament:write'])
}

function createEntrant(
  api: Api,
  name: string,
  { seed, tournament }: { seed: number; tournament: number },
  fail: (error: unknown) => void,
): Entrant {
  const acknowledged: Entrant['acknowledged'] = []
  const finished = new Map<number, any>()
  const changes: string[] = []
  /** The latest version of each game, and the last ply at which this program has acted. */
  const versions = new Map<number, number>()
  const acted = new Map<number, number>()

  async function act(game: any): Promise<void> {
    const params = { id: game.id }
    const { ply } = game
    if (ply >= RESIGNS_FROM_PLY && seededRandom(seed, name, game.id, ply) < 1 / RESIGNS_ONE_IN) {
      const { status } = await api.call('resign', { params })
      // the answer to the first attempt may be lost in a crash
      if (status !== 200 && status !== 409) throw new Error(`the response to a resignation was ${status}`)
      return
    }
    const legal = await expectSuccess(api.call('getLegalMoves', { params }))
    if (legal.ply !== ply || legal.moves.length === 0) return
    const move = pickSeeded<string>(legal.moves, seed, name, game.id, ply)
    await expectSuccess(api.call('playMove', { params, body: { move, ply } }))
    acknowledged.push({ game: game.id, ply: ply + 1, move })
  }

  return {
    name,
    acknowledged,
    finished,
    changes,
    onEvent({ type, game, tournament: changed }) {
      if (type === 'tournament' && changed.id === tournament) changes.push(changed.change)
      if (type !== 'game' || game.tournament?.id !== tournament) return
      if ((versions.get(game.id) ?? -1) >= game.version) return
      versions.set(game.id, game.version)
      if (game.outcome) finished.set(game.id, game)
      const isOnTurn = game.turn && game[game.turn].username === name
      if (!isOnTurn || game.status !== 'active' || (acted.get(game.id) ?? -1) >= game.ply) return
      acted.set(game.id, game.ply)
      act(game).catch(fail)
    },
  }
}

/** Waits until everybody has heard of the end. @throws Error if nothing happens before that */
async function allTold(entrants: readonly Entrant[]): Promise<void> {
  const progress = () =>
    entrants.reduce((sum, { acknowledged, changes }) => sum + acknowledged.length + changes.length, 0)
  let last = -1
  for (let since = performance.now(); entrants.some(({ changes }) => !changes.includes('finished')); ) {
    await sleep(50)
    if (progress() > last) {
      last = progress()
      since = performance.now()
    }
    if (performance.now() - since > STALL_TIMEOUT_MS) throw new Error('the tournament has stalled')
  }
}
