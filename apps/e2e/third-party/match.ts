import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeparateServer } from '../src/server.ts'
import { type Api, expectSuccess, openApi } from './api.ts'
import { type Arbiter, createArbiter } from './arbiter.ts'
import { type Channel, createChannel, type ReceivedEvent } from './channel.ts'
import { createChallenges } from './create-challenges.ts'
import { createPlayer, type Player } from './player.ts'
import { FAULTS, type Receiver, startReceiver } from './receiver.ts'
import { registerAccount } from './register-account.ts'
import { seededRandom } from './seeded-random.ts'
import { followStream, type Stream } from './stream.ts'

export interface MatchOptions {
  seed: number
  gamesPerRuleSet: number
  /** A server process is killed this many times, each time after `everyMoves` more acknowledged moves. */
  kills: { times: number; everyMoves: number }
  /** A stream is disconnected after one in this many events. */
  disconnectOneIn: number
  /** A receiver has a fault after this many new calls. The kinds of faults take turns. */
  faultEvery: number
}

/** What the programs know after a match, to compare it with the server's records. */
export interface MatchResult {
  api: Api
  ruleSets: ReadonlyMap<string, any>
  /** IDs of the games. */
  games: number[]
  players: Player[]
  /** Each program receives everything over a stream and over a webhook. */
  channels: { stream: Channel; webhook: Channel }[]
  admin: Channel
  figures(): Record<string, number>
  close(): Promise<void>
}

interface Program {
  api: Api
  name: string
  player: Player
  channels: { stream: Channel; webhook: Channel }
  receiver: Receiver
}

type Follow = (api: Api, name: string, onEvent: (event: ReceivedEvent) => void) => Channel

const NAMES = ['grindstone', 'windmill'] as const
const ADMIN = 'umpire'
const BOT_SCOPES = ['account:read', 'game:read', 'game:play', 'challenge:write', 'message:write']
/** Longer than the first backoffs of a webhook, and than the recovery of the calls of a killed process. */
const STALL_TIMEOUT_MS = 240_000
const POLL_MS = 50

/**
 * Two programs play many games of every rule set at once, while connections break and servers crash. Both receive all
 * events over a stream and a webhook; the first one plays by its stream, the second one by its webhook.
 * @returns when both know that all games are over
 */
export async function playMatch(
  servers: readonly SeparateServer[],
  options: MatchOptions,
): Promise<MatchResult> {
  const start = performance.now()
  const failed = new AbortController()
  const fail = (error: unknown) => failed.abort(error)
  const failure = once(failed.signal, 'abort').then(() => failed.signal.throwIfAborted())
  failure.catch(() => {})
  const api = await openApi(servers.map(({ url }) => url))
  const ruleSets = await readRuleSets(api)

  const streams: Stream[] = []
  const follow: Follow = (api, name, onEvent) => {
    const channel = createChannel(`${name} stream`, onEvent)
    let events = 0
    const shouldDisconnect = () =>
      seededRandom(options.seed, channel.name, events++) < 1 / options.disconnectOneIn
    streams.push(followStream(api, channel, shouldDisconnect, fail))
    return channel
  }
  const programs = await Promise.all(
    NAMES.map((_, index) => startProgram(api, index, ruleSets, options, follow, fail)),
  )
  const umpire = await registerAccount(api, ADMIN, ['game:read', 'admin:claims'])
  const arbiter = createArbiter(umpire, fail)
  const admin = follow(umpire, ADMIN, arbiter.onEvent)
  const players = programs.map(({ player }) => player)
  const wanted = ruleSets.size * options.gamesPerRuleSet

  const over = new AbortController()
  const crashes = crashServers(servers, players, options.kills, over.signal)
  crashes.catch(fail)
  await Promise.race([createChallenges(programs, ruleSets.values(), options), failure])
  await Promise.race([allOver(players, wanted), failure]).finally(() => over.abort())
  const kills = await crashes
  const seconds = Math.round((performance.now() - start) / 1000)

  return {
    api,
    ruleSets,
    games: [...players[0]!.finished],
    players,
    channels: programs.map(({ channels }) => channels),
    admin,
    figures: () => ({
      games: wanted,
      ...figuresOf(programs, umpire, arbiter, admin, streams),
      kills,
      seconds,
    }),
    async close() {
      await Promise.all([...streams, ...programs.map(({ receiver }) => receiver)].map((each) => each.close()))
    },
  }
}

async function readRuleSets(api: Api): Promise<ReadonlyMap<string, any>> {
  const ruleSets = new Map<string, any>()
  const { items } = await expectSuccess(api.call('listRules'))
  for (const { id } of items) ruleSets.set(id, await expectSuccess(api.call('getRules', { params: { id } })))
  return ruleSets
}

/** The first program plays by its stream and the second one by its webhook. */
async function startProgram(
  anonymous: Api,
  index: number,
  ruleSets: ReadonlyMap<string, any>,
  { faultEvery }: MatchOptions,
  follow: Follow,
  fail: (error: unknown) => void,
): Promise<Program> {
  const name = NAMES[index]!
  const api = await registerAccount(anonymous, name, BOT_SCOPES, 'bot')
  const player = createPlayer(api, name, ruleSets, fail)
  const ignore = () => {}
  const stream = follow(api, name, index === 0 ? player.onEvent : ignore)
  const webhook = createChannel(`${name} webhook`, index === 1 ? player.onEvent : ignore)
  let calls = 0
  const nextFault = () => {
    const faults = ++calls / faultEvery
    return Number.isInteger(faults) ? FAULTS[(faults + 2 * index) % FAULTS.length]! : null
  }
  const receiver = await startReceiver(api, webhook, nextFault, fail)
  return { api, name, player, channels: { stream, webhook }, receiver }
}

const movesOf = (players: readonly Pick<Player, 'acknowledged'>[]): number =>
  players.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)

/** Kills and restarts the servers in turn. @returns how often */
export async function crashServers(
  servers: readonly SeparateServer[],
  players: readonly Pick<Player, 'acknowledged'>[],
  { times, everyMoves }: MatchOptions['kills'],
  over: AbortSignal,
): Promise<number> {
  let kills = 0
  while (!over.aborted && kills < times) {
    if (movesOf(players) >= everyMoves * (kills + 1)) {
      const server = servers[kills % servers.length]!
      kills++
      await server.crash()
      await server.restart()
    }
    await sleep(POLL_MS)
  }
  return kills
}

/** Waits until all players know that all games are over. @throws Error if no more moves are played before that */
async function allOver(players: readonly Player[], wanted: number): Promise<void> {
  let moves = 0
  for (let lastMoveAt = performance.now(); players.some(({ finished }) => finished.size < wanted); ) {
    await sleep(POLL_MS)
    if (movesOf(players) > moves) {
      moves = movesOf(players)
      lastMoveAt = performance.now()
    }
    if (performance.now() - lastMoveAt > STALL_TIMEOUT_MS)
      throw new Error(`the games have stalled:\n${players.map((player) => player.describe()).join('\n')}`)
  }
}

function figuresOf(
  programs: readonly Program[],
  umpire: Api,
  arbiter: Arbiter,
  admin: Channel,
  streams: readonly Stream[],
): Record<string, number> {
  const channels = [...programs.flatMap(({ channels: { stream, webhook } }) => [stream, webhook]), admin]
  const apis = [umpire, ...programs.map(({ api }) => api)]
  return {
    moves: movesOf(programs.map(({ player }) => player)),
    rulings: arbiter.rulings(),
    ...Object.fromEntries(channels.map(({ name, events }) => [name, events.size])),
    duplicates: channels.reduce((sum, channel) => sum + channel.duplicates(), 0),
    replays: apis.reduce((sum, api) => sum + api.replays(), 0),
    disconnects: streams.reduce((sum, stream) => sum + stream.disconnects(), 0),
    failedCalls: programs.reduce((sum, { receiver }) => sum + receiver.failures(), 0),
  }
}
