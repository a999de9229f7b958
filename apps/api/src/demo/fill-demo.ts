import { type Game, OPERATIONS, type OperationId } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import { grantAdmin } from '../accounts/admins/grant-admin.ts'
import { buildApp, type Services } from '../app.ts'
import { openLive } from '../delivery/live/live.ts'
import type { Deps } from '../deps.ts'
import { endOverdueGames } from '../play/deadlines/end-overdue-games.ts'
import { createHeartbeat } from '../play/outages/heartbeat.ts'
import type { Tx } from '../store/transaction.ts'
import { type DrawStep, drawStories } from './draw-stories.ts'
import { seeded } from './seeded.ts'
import { type Story, stories } from './stories.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How far back the demo's past goes. */
const PAST_DAYS = 25

/** Something that happens at a moment of the past. */
interface Happening {
  at: Date
  happen: () => Promise<unknown>
}

export interface DemoPlayer {
  username: string
  cookie: string
}

export interface Demo {
  usernames: string[]
  games: number
}

export interface DemoOptions {
  password: string
  players?: number
  rules?: readonly RuleSetId[]
}

/** @returns the demo's first player, where the database has the demo already */
export async function demoPlayer({ prisma }: Database): Promise<string | undefined> {
  const player = await prisma.player.findUnique({ where: { usernameKey: usernameOf(1) } })
  return player?.username
}

/** Rules on claims, and plays in no game. */
const ADMIN = 'demo-admin'

const usernameOf = (n: number): string => `demo${n}`

/**
 * Fills a database with players, open challenges and games in every state, played by the real server over its API, in
 * the order in which it would have happened until `deps.now()`: only the clock is another.
 */
export async function fillDemo(
  deps: Deps,
  { database, store: tx }: Pick<Services, 'database' | 'store'>,
  { password, players: count = 6, rules = RULE_SET_IDS }: DemoOptions,
): Promise<Demo> {
  const now = deps.now()
  let clock = daysBefore(now, PAST_DAYS)
  const past: Deps = { ...deps, now: () => clock }
  const { log } = deps
  const live = await openLive({ tx, pool: null, now: past.now, log })
  const heartbeat = createHeartbeat(past, tx)
  const app = await buildApp(past, { database, store: tx, live, heartbeat, webhookCalls: null })
  try {
    const players: DemoPlayer[] = []
    for (let n = 1; n <= count; n++) players.push(await registerPlayer(app, deps, usernameOf(n), password))
    const admin = await registerPlayer(app, deps, ADMIN, password)
    await grantAdmin(tx, ADMIN)
    const casts = [...cast(players, rules, now), ...castDraws(players, rules, now)]
    const happenings = casts.flatMap((each) => happeningsOf(app, deps, past, tx, each, admin))
    for (const { at, happen } of happenings.sort((a, b) => +a.at - +b.at)) {
      clock = at
      await happen()
    }
    clock = now
    await openChallenges(app, deps, players, rules)
    return { usernames: [...players, admin].map(({ username }) => username), games: casts.length }
  } finally {
    await app.close()
    await live.close()
  }
}

/** A game with its players and its times. */
interface Cast {
  rules: RuleSetId
  moves: string[]
  /** How somebody leaves it after the last move. */
  leaving?: 'resign' | 'cancel' | 'timeout'
  /** What is done about a draw after the last move. */
  steps?: DrawStep[]
  white: DemoPlayer
  black: DemoPlayer
  days: number
  /** When each ply is played, the challenge being accepted at 0. */
  at: (ply: number) => Date
}

/** Hands the stories out: every player meets every other, and the running games are last moved in hours ago. */
function cast(players: DemoPlayer[], rules: readonly RuleSetId[], now: Date): Cast[] {
  const told = rules.flatMap((id, n): (Story & Pick<Cast, 'leaving'>)[] => {
    const all = stories(id, (seed) => seeded(1000 * n + seed))
    const left = (['cancel', 'resign', 'timeout'] as const).map((leaving, plies) => ({
      ...all[plies + 1]!,
      leaving,
    }))
    return [...all, ...left]
  })
  return told.map((story, n) => {
    const ended = story.outcome !== null || story.leaving !== undefined
    const days = [3, 1, 5, 14][n % 4]!
    const idle = ended ? (1 + (n % 9)) * DAY : [2, 20, 7, 40, 1][n % 5]! * HOUR * Math.min(1, days / 2)
    const last = now.getTime() - idle - (story.leaving === 'timeout' ? days * DAY : 0)
    const pace = Math.min(
      5 * HOUR,
      (last - daysBefore(now, PAST_DAYS - 1).getTime()) / (story.moves.length + 1),
    )
    const offset = 1 + (Math.floor(n / players.length) % (players.length - 1))
    return {
      ...story,
      days,
      white: players[n % players.length]!,
      black: players[(n + offset) % players.length]!,
      at: (ply) => new Date(last - (story.moves.length - ply) * pace),
    }
  })
}

/** The games with offers and claims, all of the last days: who is to move has time left. */
function castDraws(players: DemoPlayer[], rules: readonly RuleSetId[], now: Date): Cast[] {
  return rules
    .flatMap((id) => drawStories(id))
    .map((story, n) => {
      const last = now.getTime() - (story.steps.length + 1 + (n % 12)) * HOUR
      const pace = Math.min(5 * HOUR, ((PAST_DAYS - 2) * DAY) / (story.moves.length + 1))
      return {
        ...story,
        days: 3,
        white: players[n % players.length]!,
        black: players[(n + 1) % players.length]!,
        at: (ply) => new Date(last - (story.moves.length - ply) * pace),
      }
    })
}

function happeningsOf(
  app: FastifyInstance,
  deps: Deps,
  past: Deps,
  tx: Tx,
  game: Cast,
  admin: DemoPlayer,
): Happening[] {
  const { rules, moves, leaving, steps = [], white, black, days, at } = game
  const clock = { kind: 'per-move', days }
  let id = 0
  const ids: Partial<Record<DrawStep['of'], number>> = {}
  const as = (player: DemoPlayer, operation: OperationId, of: { id?: number; body?: object }) =>
    call(app, deps, player, operation, of)
  const begin = async () => {
    const challenge = await as(white, 'createChallenge', {
      body: { rules, opponent: black.username, colour: 'white', clock },
    })
    const accepted = await as(black, 'acceptChallenge', { id: challenge.id })
    id = (accepted.game as Game).id
    ids.game = id
  }
  const take = async ({ by, operation, of, body }: DrawStep) => {
    const answer = await as({ white, black, admin }[by], operation, { id: ids[of], body })
    ids.offer = answer.offer?.id ?? ids.offer
    ids.claim = answer.claim?.id ?? ids.claim
  }
  const end = at(moves.length)
  const leave: Record<NonNullable<Cast['leaving']>, Happening> = {
    resign: { at: new Date(+end + HOUR), happen: () => as(black, 'resign', { id }) },
    cancel: { at: new Date(+end + HOUR), happen: () => as(white, 'cancelGame', { id }) },
    timeout: { at: new Date(+end + days * DAY + 60_000), happen: () => endOverdueGames(past, tx) },
  }
  return [
    { at: at(0), happen: begin },
    ...moves.map((move, ply) => ({
      at: at(ply + 1),
      happen: () => as(ply % 2 === 0 ? white : black, 'playMove', { id, body: { move, ply } }),
    })),
    ...(leaving ? [leave[leaving]] : []),
    ...steps.map((step, n) => ({ at: new Date(+end + (n + 1) * HOUR), happen: () => take(step) })),
  ]
}

/** One open to all of every rule set, and for the first player some made and some received. */
async function openChallenges(
  app: FastifyInstance,
  deps: Deps,
  players: DemoPlayer[],
  rules: readonly RuleSetId[],
): Promise<void> {
  const [me, friend, other] = players
  const make = (player: DemoPlayer, body: object) => call(app, deps, player, 'createChallenge', { body })
  const clock = { kind: 'per-move', days: 3 }
  for (const [n, id] of rules.entries())
    await make(players[1 + (n % (players.length - 1))]!, {
      rules: id,
      colour: (['random', 'white', 'black'] as const)[n % 3],
      clock: { kind: 'per-move', days: 1 + n },
      ...(n % 2 === 0 && { message: 'Wie durft? · Wer traut sich? · Who dares? · Qui ose ?' }),
    })
  await make(me!, { rules: rules[0], opponent: friend!.username, colour: 'random', clock })
  for (const player of [friend!, other!])
    await make(player, { rules: rules.at(-1), opponent: me!.username, colour: 'black', clock })
}

async function registerPlayer(
  app: FastifyInstance,
  { config }: Deps,
  username: string,
  password: string,
): Promise<DemoPlayer> {
  const response = await app.inject({
    ...OPERATIONS.register,
    headers: { origin: config.publicUrl },
    payload: { username, email: `${username}@example.org`, password },
  })
  if (response.statusCode !== 201) throw new Error(`registering ${username}: ${response.body}`)
  return { username, cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

async function call(
  app: FastifyInstance,
  { config }: Deps,
  { username, cookie }: DemoPlayer,
  operation: OperationId,
  { id, body }: { id?: number; body?: object },
) {
  const { method, path } = OPERATIONS[operation]
  const response = await app.inject({
    method,
    url: path.replace(':id', String(id)),
    headers: { origin: config.publicUrl, cookie },
    ...(body && { payload: body }),
  })
  if (response.statusCode >= 300) throw new Error(`${operation} by ${username}: ${response.body}`)
  return response.json()
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)
