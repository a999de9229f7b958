import { itemAt } from '@tegenzet/common'
import type { Database } from '@tegenzet/db'
import { MAIN_RULE_SETS, type RuleSetId } from '@tegenzet/rules'
import { grantAdmin } from '../accounts/admins/grant-admin.ts'
import { buildApp, type Services } from '../app.ts'
import { openLive } from '../delivery/live/live.ts'
import type { Deps } from '../deps.ts'
import { createHeartbeat } from '../play/outages/heartbeat.ts'
import { Agenda } from './agenda.ts'
import { COMPETITION_DAYS, planCompetitions } from './competitions.ts'
import { type DemoPlayer, registerPlayer } from './demo-player.ts'
import { gameActions } from './game-actions.ts'
import { inTurn } from './in-turn.ts'
import { planPeople } from './people.ts'
import { DAY, scheduleDrawGames, scheduleGames } from './schedule-games.ts'

export interface Demo {
  usernames: string[]
  games: number
}

interface DemoOptions {
  password: string
  players?: number
  rules?: readonly RuleSetId[]
  /** The rule set of tournaments, a league, a ladder and clubs; null: none. */
  competitions?: RuleSetId | null
}

/** @returns the name of the first player who is no bot; undefined if there is none */
export async function firstPlayer({ prisma }: Database): Promise<string | undefined> {
  const player = await prisma.player.findFirst({
    where: { kind: { not: 'bot' } },
    orderBy: { id: 'asc' },
    select: { username: true },
  })
  return player?.username
}

/** Rules on claims and plays no games. */
const ADMIN = 'demo-arbiter'
/** Play only in competitions. */
const COMPETITORS = ['lotte', 'emil', 'camille', 'jonas', 'noor', 'hugo']

const usernameOf = (n: number): string => `demo${n}`

/**
 * Fills a database with players, open challenges and games in every state. The games are played over the real server's
 * API in chronological order, on a clock that ends at `deps.now()`.
 */
export async function fillDemo(
  deps: Deps,
  { database, store: db }: Pick<Services, 'database' | 'store'>,
  {
    password,
    players: count = 6,
    rules = deps.config.games,
    competitions = MAIN_RULE_SETS.find((id) => rules.includes(id)) ?? itemAt(rules, 0),
  }: DemoOptions,
): Promise<Demo> {
  const now = deps.now()
  let clock = new Date(now.getTime() - COMPETITION_DAYS * DAY)
  const past: Deps = { ...deps, now: () => clock }
  const live = await openLive({ db, transport: null, now: past.now, log: deps.log })
  const heartbeat = createHeartbeat(past, db)
  const app = await buildApp(past, { database, store: db, live, heartbeat, webhookCalls: null })
  try {
    const players: DemoPlayer[] = []
    for (let n = 1; n <= count; n++) players.push(await registerPlayer(app, deps, usernameOf(n), password))
    const admin = await registerPlayer(app, deps, ADMIN, password)
    await grantAdmin(db, ADMIN, now)
    const games = [...scheduleGames(players, rules, now), ...scheduleDrawGames(players, rules, now)]
    const agenda = new Agenda()
    agenda.add(...games.flatMap((game) => gameActions(past, db, game, admin)))
    planPeople(agenda, players, deps.config.features, now)
    if (competitions) {
      const others: DemoPlayer[] = []
      for (const name of COMPETITORS) others.push(await registerPlayer(app, deps, name, password))
      // organisers need a verified address
      await db.account.updateMany({ data: { emailVerified: true } })
      const mixed = players.flatMap((player, n) => [player, ...others.slice(n, n + 1)])
      const everybody = [...mixed, ...others.slice(players.length)]
      planCompetitions(past, db, agenda, { rules: competitions, players: everybody, admin, now })
    }
    await agenda.perform(now, (at) => {
      clock = at
    })
    clock = now
    await createChallenges(players, rules)
    return {
      usernames: [...players, admin].map(({ username }) => username),
      games: await db.game.count(),
    }
  } finally {
    await app.close()
    await live.close()
  }
}

/** Creates an open challenge for each rule set, and some made and received ones of the first player. */
async function createChallenges(players: DemoPlayer[], rules: readonly RuleSetId[]): Promise<void> {
  const [me, ...others] = players
  const [friend, other] = others
  if (!me || !friend || !other) throw new RangeError('challenges need three players')
  const create = (player: DemoPlayer, body: object) => player.call('createChallenge', { body })
  const clock = { kind: 'per-move', days: 3 }
  for (const [n, id] of rules.entries())
    await create(inTurn(others, n), {
      rules: id,
      colour: (['random', 'white', 'black'] as const)[n % 3],
      clock: { kind: 'per-move', days: 1 + n },
      ...(n % 2 === 0 && { message: 'Wie durft? · Wer traut sich? · Who dares? · Qui ose ?' }),
    })
  await create(me, { rules: rules[0], opponent: friend.username, colour: 'random', clock })
  for (const player of [friend, other])
    await create(player, { rules: rules.at(-1), opponent: me.username, colour: 'black', clock })
}
