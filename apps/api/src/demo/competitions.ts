import { itemAt } from '@tegenzet/common'
import type { RuleSetId } from '@tegenzet/rules'
import { competitionTasks } from '../competition/periodic-tasks.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../store/transaction.ts'
import type { Agenda } from './agenda.ts'
import { planClubs } from './clubs.ts'
import { competitionGameActions, readStartedGames } from './competition-games.ts'
import type { DemoPlayer } from './demo-player.ts'
import { DAY } from './schedule-games.ts'

/** The competitions begin this many days ago. */
export const COMPETITION_DAYS = 112

interface Competitions {
  rules: RuleSetId
  /** The strongest first, at least nine. */
  players: readonly DemoPlayer[]
  admin: DemoPlayer
  now: Date
}

const perMove = { kind: 'per-move', days: 3 }

/**
 * Plans a finished tournament, a running and two open ones, a league in its second season, a ladder, and clubs. What the server
 * does by itself follows in daily runs of its own periodic tasks.
 */
export function planCompetitions(deps: Deps, db: Db, agenda: Agenda, competitions: Competitions): void {
  const { now } = competitions
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
  const plan = (days: number, run: () => Promise<unknown>) => agenda.add({ at: daysAgo(days), run })
  // first, so that each day begins with it
  runDaily(deps, db, agenda, competitions, daysAgo)
  const { features, games } = deps.config
  if (features.has('tournaments')) planTournaments(plan, competitions, daysAgo)
  if (features.has('leagues')) planLeague(plan, competitions, games, daysAgo)
  if (features.has('ladders')) planLadder(plan, competitions)
  if (features.has('clubs')) planClubs(plan, { ...competitions, daysAgo, features })
}

type Plan = (days: number, run: () => Promise<unknown>) => void

function planTournaments(
  plan: Plan,
  { rules, players }: Competitions,
  daysAgo: (days: number) => Date,
): void {
  const [me, second, third] = players as [DemoPlayer, DemoPlayer, DemoPlayer]
  const open = (organiser: DemoPlayer, days: number, entrants: readonly DemoPlayer[], terms: object) =>
    plan(days, async () => {
      const { id, inviteUrl } = await organiser.call('createTournament', {
        body: { rules, clock: perMove, rated: true, groupSize: 4, maxEntrants: 8, ...terms },
      })
      const invite = inviteUrl ? new URL(inviteUrl).hash.slice(1) : undefined
      for (const player of entrants) await player.call('enterTournament', { id, body: { invite } })
    })
  const startsAt = (days: number) => daysAgo(days).toISOString()
  open(second, 75, players.slice(0, 8), {
    name: 'Zomertoernooi De Molen',
    gamesPerPair: 1,
    startsAt: startsAt(72),
    description: 'Twee groepen van vier, daarna een finale. · Two groups of four, then a final.',
  })
  open(third, 12, players.slice(0, 8), { name: 'Herbstpokal', startsAt: startsAt(9) })
  open(second, 3, players.slice(1, 8), {
    name: 'Coupe d’hiver',
    maxEntrants: 16,
    minEntrants: 6,
    startsAt: startsAt(-6),
    description: 'Ouvert à tous. · Everybody is welcome.',
  })
  open(me, 2, players.slice(0, 4), { name: 'Club evening', groupSize: 6, maxEntrants: 6, invite: true })
}

/** The first season has just ended, and entries for the third are open. */
function planLeague(
  plan: Plan,
  { rules, players, admin }: Competitions,
  games: readonly RuleSetId[],
  daysAgo: (days: number) => Date,
): void {
  const createLeague = (id: RuleSetId, startDaysAgo: number) =>
    admin.call('createLeague', { body: { rules: id, startsAt: daysAgo(startDaysAgo).toISOString() } })
  plan(110, () => createLeague(rules, 98))
  // Unrated players are placed by their entry: the strongest start in the second division, and go up.
  for (const [n, player] of players.slice(0, 10).toReversed().entries())
    plan(109 - n / 2, () => player.call('enterLeague', { rules, body: { stay: n !== 3 } }))
  const other = games.find((id) => id !== rules)
  if (!other) return
  plan(5, () => createLeague(other, -9))
  for (const [n, player] of players.slice(2, 6).entries())
    plan(4 - n / 2, () => player.call('enterLeague', { rules: other, body: { stay: true } }))
}

function planLadder(plan: Plan, { rules, players }: Competitions): void {
  const [me, ...others] = players as [DemoPlayer, ...DemoPlayer[]]
  // the first player joins last, and has begun to climb
  for (const [n, player] of [...others.slice(0, 8), me].entries())
    plan(58 - n, () => player.call('enterLadder', { rules, body: {} }))
  const challenge = async (player: DemoPlayer) => {
    const { items } = await player.call('getLadder', { rules })
    const above = items.find(({ challengeable }: { challengeable: boolean }) => challengeable)
    if (above) await player.call('challengeOnLadder', { rules, body: { opponent: above.user.username } })
  }
  for (const days of [24, 3]) plan(days, () => challenge(me))
  for (const [n, player] of others.slice(1, 8).entries()) plan(44 - 6 * n, () => challenge(player))
  plan(1, () => challenge(itemAt(others, 6)))
}

/** What the server does every few seconds happens here once a day. */
function runDaily(
  deps: Deps,
  db: Db,
  agenda: Agenda,
  { players }: Competitions,
  daysAgo: (days: number) => Date,
): void {
  const tasks = competitionTasks(deps)
  let lastGame = 0
  const run = async () => {
    for (const task of tasks) await task.run(db)
    const games = await readStartedGames(db, lastGame)
    for (const game of games) agenda.add(...competitionGameActions(game, players))
    lastGame = games.at(-1)?.id ?? lastGame
  }
  for (let days = COMPETITION_DAYS; days >= 0; days--) agenda.add({ at: daysAgo(days), run })
}
