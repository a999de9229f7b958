import type { Server } from '../src/server.ts'
import { type Api, good, openApi } from './api.ts'
import { openArbiter } from './arbiter.ts'
import { chance } from './chance.ts'
import { type Channel, openChannel } from './channel.ts'
import { fatesOf, sayPlan } from './fates.ts'
import { openPlayer, type Player } from './player.ts'
import { type Receiver, receiveCalls, TROUBLES } from './receiver.ts'
import { followStream, type Stream } from './stream.ts'

/** How much is played, and what goes wrong meanwhile. */
export interface Size {
  seed: number
  /** Of every rule set, all at once. */
  games: number
  /** One process is killed whenever so many moves more have been acknowledged, so often. */
  kills: { times: number; everyMoves: number }
  /** After one in so many events a stream is cut. */
  cutOneIn: number
  /** After so many new calls there is trouble with a receiver, each kind in turn. */
  troubleEvery: number
}

/** What is left after a match, to be compared with what the server has on record. */
export interface Played {
  api: Api
  ruleSets: ReadonlyMap<string, any>
  /** Numbers of the games. */
  games: number[]
  players: Player[]
  /** The two of each program, which hears everything twice. */
  channels: { stream: Channel; webhook: Channel }[]
  admin: Channel
  /** The programs' own API, to look at deliveries with. */
  programs: { api: Api; receiver: Receiver }[]
  figures: Record<string, number>
  close(): Promise<void>
}

const NAMES = ['grindstone', 'windmill'] as const
const ADMIN = 'umpire'
/** Longer than the first pauses of a webhook, and than it takes until the calls of a killed process are made again. */
const STANDSTILL_MS = 240_000
const BOT_SCOPES = ['account:read', 'game:read', 'game:play', 'challenge:write', 'message:write']

/**
 * Two programs play many games of every rule set at once, the first by what its stream tells it, the second by what its
 * webhook is called with; each listens on both. @returns once both know that all games are over
 */
export async function playMatch(servers: readonly Server[], size: Size): Promise<Played> {
  const begun = performance.now()
  let fail: (error: unknown) => void = () => {}
  const failing = new Promise<never>((_, reject) => {
    fail = reject
  })
  failing.catch(() => {})
  const anyone = await openApi(servers.map(({ url }) => url))
  const listed = await good(anyone.call('listRules'))
  const ruleSets = new Map<string, any>()
  for (const { id } of listed.items) ruleSets.set(id, await good(anyone.call('getRules', { params: { id } })))

  const streams: Stream[] = []
  const follow = (api: Api, channel: Channel): Channel => {
    let events = 0
    const isCut = () => chance(size.seed, channel.name, events++) < 1 / size.cutOneIn
    streams.push(followStream(api, channel, isCut, fail))
    return channel
  }

  const programs = await Promise.all(
    NAMES.map(async (name, i) => {
      const api = await register(anyone, name, BOT_SCOPES, 'bot')
      const player = openPlayer(api, name, ruleSets, fail)
      const ignore = () => {}
      const stream = follow(api, openChannel(`${name} stream`, i === 0 ? player.hear : ignore))
      const webhook = openChannel(`${name} webhook`, i === 1 ? player.hear : ignore)
      let calls = 0
      const troubleWith = () => {
        const times = ++calls / size.troubleEvery
        return Number.isInteger(times) ? TROUBLES[(times + 2 * i) % TROUBLES.length]! : null
      }
      const receiver = await receiveCalls(api, webhook, troubleWith, fail)
      return { api, name, player, channels: { stream, webhook }, receiver }
    }),
  )
  const umpire = await register(anyone, ADMIN, ['game:read', 'admin:claims'])
  const arbiter = openArbiter(umpire, fail)
  const admin = follow(umpire, openChannel(`${ADMIN} stream`, arbiter.hear))

  const players = programs.map(({ player }) => player)
  const wanted = ruleSets.size * size.games
  const played = () => players.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  let kills = 0
  let over = false
  const killing = (async () => {
    while (!over && kills < size.kills.times) {
      if (played() >= size.kills.everyMoves * (kills + 1)) {
        const server = servers[kills % servers.length]!
        kills++
        await server.crash()
        await server.restart()
      }
      await tick()
    }
  })().catch(fail)

  await Promise.race([challengeAll(programs, ruleSets, size), failing])
  const allOver = async () => {
    for (let moves = 0, at = performance.now(); players.some(({ finished }) => finished.size < wanted); ) {
      await tick()
      if (played() > moves) [moves, at] = [played(), performance.now()]
      if (performance.now() - at > STANDSTILL_MS)
        throw new Error(`nothing moves any more:\n${players.map((player) => player.describe()).join('\n')}`)
    }
  }
  await Promise.race([allOver(), failing]).finally(() => {
    over = true
  })
  await killing
  const seconds = Math.round((performance.now() - begun) / 1000)

  const channels = programs.map((program) => program.channels)
  return {
    api: anyone,
    ruleSets,
    games: [...players[0]!.finished],
    players,
    channels,
    admin,
    programs,
    get figures() {
      const all = [...channels.flatMap(({ stream, webhook }) => [stream, webhook]), admin]
      return {
        games: wanted,
        moves: played(),
        rulings: arbiter.ruled(),
        ...Object.fromEntries(all.map(({ name, events }) => [name, events.size])),
        dropped: all.reduce((sum, channel) => sum + channel.dropped(), 0),
        replays: [umpire, ...programs.map(({ api }) => api)].reduce((sum, api) => sum + api.replays(), 0),
        cuts: streams.reduce((sum, stream) => sum + stream.cuts(), 0),
        failedCalls: programs.reduce((sum, { receiver }) => sum + receiver.failures(), 0),
        kills,
        seconds,
      }
    },
    async close() {
      await Promise.all([...streams, ...programs.map(({ receiver }) => receiver)].map((each) => each.close()))
    },
  }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 50))

/** An account and a token, as the guide makes them. */
async function register(anyone: Api, username: string, scopes: string[], kind?: 'bot'): Promise<Api> {
  const body = {
    username,
    email: `${username}@example.org`,
    password: 'a long password',
    ...(kind && { kind }),
  }
  const registered = await anyone.call('register', { body })
  await good(Promise.resolve(registered))
  const cookie = registered.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  const made = await good(
    anyone.as({ cookie }).call('createToken', { body: { name: 'third-party', scopes } }),
  )
  return anyone.as({ token: made.token })
}

/** Each challenges the other in turn, and both have white in turn, whatever the game is to come to. */
async function challengeAll(
  programs: { api: Api; name: string }[],
  ruleSets: ReadonlyMap<string, any>,
  { games, seed }: Size,
): Promise<void> {
  const challenges = [...ruleSets.values()].flatMap((ruleSet, r) => {
    const fates = fatesOf(ruleSet)
    return Array.from({ length: games }, (_, n) => {
      const fate = fates[(r * games + n) % fates.length]!
      const turn = Math.floor(chance(seed, ruleSet.id, n) * 4)
      return {
        api: programs[turn % 2]!.api,
        body: {
          rules: ruleSet.id,
          opponent: programs[1 - (turn % 2)]!.name,
          colour: turn < 2 ? 'white' : 'black',
          clock: { kind: 'per-move', days: 3 },
          message: sayPlan({ seed: `${seed}-${ruleSet.id}-${n}`, fate }),
        },
      }
    })
  })
  for (const { api, body } of challenges) await good(api.call('createChallenge', { body }))
}
