import { POSTPONED_DAYS, SEASON_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { nextDivisions } from '@tegenzet/tournaments'
import { isSanctioned } from '../../accounts/sanctions/sanctions-in-force.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { PLAYER } from '../../store/decode.ts'
import { readIds } from '../../store/read-ids.ts'
import { inTransaction, type Tx } from '../../store/transaction.ts'
import { announce, record } from '../tournaments/record.ts'
import { orderOfDivision, readStage } from '../tournaments/standings.ts'
import { type EntrySeed, startStage } from '../tournaments/start-stage.ts'
import { rateEntries } from '../tournaments/start-tournament.ts'
import { lockTournament, readEntrantIds, type TournamentRow } from '../tournaments/tournament-store.ts'
import { leagueTerms, openSeason, seasonName } from './open-season.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the start of a season, named `t`, has come and the season before it has been finished. */
const seasonDue = (
  at: Date,
) => Prisma.sql`t.state = 'open' AND t.format = 'league' AND t.starts_at <= ${at}::timestamptz
  AND NOT EXISTS (SELECT FROM tournaments b WHERE b.format = 'league' AND b.rules = t.rules AND b.state = 'running')`

/** Starts the seasons whose time has come, or postpones them if too few have entered. */
export async function startSeasons(tx: Tx, at: Date): Promise<void> {
  const due = await readIds(
    tx,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE ${seasonDue(at)} ORDER BY t.id`,
  )
  await tryEach(due, (id) => inTransaction(tx, (tx) => startSeason(tx, id, at)))
}

/**
 * Divides the entrants into divisions and opens the entries of the following season, in one transaction: it happens once.
 * The games follow with `startGroups`.
 */
async function startSeason(tx: Tx, id: number, at: Date): Promise<void> {
  const entered = (await lockTournament(tx, id))!
  // another process may have done it meanwhile
  const still = await readIds(
    tx,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE t.id = ${id} AND ${seasonDue(at)}`,
  )
  if (still.length === 0) return
  if (entered.entrants < entered.minEntrants) return postpone(tx, entered, at)
  const { rules } = entered
  const { season } = entered.league!
  const endsAt = new Date(entered.startsAt!.getTime() + SEASON_DAYS * DAY_MS)
  const divisions = nextDivisions(
    await readDivisionOrders(tx, rules, season - 1),
    await rateEntries(tx, entered),
  )
  const ids: number[] = []
  for (const [index, seeds] of divisions.entries())
    ids.push(await formDivision(tx, entered, { division: index + 1, seeds, endsAt, at }))
  for (const id of ids) {
    await record(tx, { id, stage: 1 }, { kind: 'started', byId: null, at })
    await announce(tx, id, { change: 'started', to: await readEntrantIds(tx, id), byId: null, at })
  }
  const next = await openSeason(tx, { rules, season: season + 1, startsAt: endsAt, byId: null, at })
  await enterStaying(tx, next!, ids, at)
}

async function postpone(tx: Tx, { id, startsAt }: TournamentRow, at: Date): Promise<void> {
  const step = POSTPONED_DAYS * DAY_MS
  const late = at.getTime() - startsAt!.getTime()
  const moved = new Date(startsAt!.getTime() + step * (Math.floor(late / step) + 1))
  await tx.tournament.update({ where: { id }, data: { startsAt: moved } })
  await record(tx, { id, stage: 0 }, { kind: 'postponed', byId: null, at })
  await announce(tx, id, { change: 'postponed', to: await readEntrantIds(tx, id), byId: null, at })
}

/** The players of each division of a season, best first. */
async function readDivisionOrders(tx: Tx, rules: RuleSetId, season: number): Promise<number[][]> {
  const divisions = await tx.tournament.findMany({
    where: { rules, season },
    select: { id: true },
    orderBy: { division: 'asc' },
  })
  const orders: number[][] = []
  for (const { id } of divisions) {
    const [players] = await readStage(tx, id, 1)
    orders.push(orderOfDivision(players!))
  }
  return orders
}

interface Division {
  division: number
  seeds: readonly EntrySeed[]
  endsAt: Date
  at: Date
}

/** The list of entries becomes the first division, the others are new tournaments to which their entries move. */
async function formDivision(
  tx: Tx,
  { id: entered, rules, startsAt, maxEntrants, league }: TournamentRow,
  { division, seeds, endsAt, at }: Division,
): Promise<number> {
  const { season } = league!
  const started = {
    ...{ name: `${seasonName(rules, season)}, division ${division}`, division, endsAt },
    ...({ state: 'running', stage: 1, startedAt: at, rulesRevision: ruleSet(rules).revision } as const),
  }
  const terms = { ...leagueTerms(rules), season, startsAt, maxEntrants, createdAt: at }
  const { id } =
    division === 1
      ? await tx.tournament.update({ where: { id: entered }, data: started, select: { id: true } })
      : await tx.tournament.create({ data: { ...terms, ...started }, select: { id: true } })
  if (id !== entered)
    await tx.tournamentEntry.updateMany({
      where: { tournamentId: entered, playerId: { in: seeds.map(({ id }) => id) } },
      data: { tournamentId: id },
    })
  await startStage(tx, { id, groupSize: terms.groupSize }, 1, seeds)
  return id
}

/** Enters the players with `stay` in the following season. */
async function enterStaying(tx: Tx, next: number, divisions: readonly number[], at: Date): Promise<void> {
  const staying = await tx.tournamentEntry.findMany({
    where: { tournamentId: { in: [...divisions] }, stay: true },
    select: { player: PLAYER },
    orderBy: { id: 'asc' },
  })
  const barred = new Set(
    await readBarred(
      tx,
      staying.map(({ player }) => player.id),
      at,
    ),
  )
  const players = staying.map(({ player }) => player).filter(({ id }) => !barred.has(id))
  await tx.tournamentEntry.createMany({
    data: players.map(({ id }) => ({ tournamentId: next, playerId: id, stay: true, enteredAt: at })),
  })
  for (const player of players) {
    await record(tx, { id: next, stage: 0 }, { kind: 'entered', player, byId: null, at })
    await announce(tx, next, { change: 'entered', to: [player.id], user: player, byId: null, at })
  }
}

/** Players who may not start games. */
const readBarred = (tx: Tx, ids: readonly number[], at: Date): Promise<number[]> =>
  readIds(
    tx,
    Prisma.sql`
      SELECT p.id FROM players p
      WHERE p.id = ANY(${[...ids]}::int[]) AND (p.kind <> 'human' OR ${isSanctioned(Prisma.sql`p.id`, 'restrict', at)})`,
  )
