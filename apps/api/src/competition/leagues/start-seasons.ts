import { POSTPONED_DAYS, SEASON_DAYS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { nextDivisions } from '@tegenzet/tournaments'
import { readBarred } from '../../accounts/access/barred.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { announce, announceAll, record, recordAll } from '../tournaments/record.ts'
import { skipBarred } from '../tournaments/skip-barred.ts'
import { orderOfDivision, readStages, type StageGroup } from '../tournaments/standings.ts'
import { type EntrySeed, startStages } from '../tournaments/start-stage.ts'
import { rateEntries } from '../tournaments/start-tournament.ts'
import { lockTournament, readEntrantIds } from '../tournaments/tournament-store.ts'
import { leagueTerms, openSeason, seasonName } from './open-season.ts'
import { type SeasonRow, seasonRow } from './season-row.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the start of a season, named `t`, has come and the season before it has been finished. */
const seasonDue = (
  at: Date,
) => Prisma.sql`t.state = 'open' AND t.format = 'league' AND t.starts_at <= ${at}::timestamptz
  AND NOT EXISTS (SELECT FROM tournaments b WHERE b.format = 'league' AND b.rules = t.rules AND b.state = 'running')`

/** Starts the seasons of these rule sets whose time has come, or postpones them if too few have entered. */
export async function startSeasons(db: Db, rules: readonly RuleSetId[], at: Date): Promise<void> {
  const due = await readIds(
    db,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE ${seasonDue(at)} AND t.rules = ANY(${rules}::text[]) ORDER BY t.id`,
  )
  await tryEach(due, (id) => inTransaction(db, (tx) => startSeason(tx, id, at)))
}

/**
 * Divides the entrants into divisions and opens the entries of the following season, in one transaction: it happens once.
 * Its statements are about all entrants or divisions, because there may be thousands. Many games follow with `makeGames`.
 */
async function startSeason(tx: Tx, id: number, at: Date): Promise<void> {
  const locked = existing(await lockTournament(tx, id))
  // another process may have done it meanwhile
  const still = await readIds(
    tx,
    Prisma.sql`SELECT t.id FROM tournaments t WHERE t.id = ${id} AND ${seasonDue(at)}`,
  )
  if (still.length === 0) return
  const entered = seasonRow(await skipBarred(tx, locked, at))
  if (entered.entrants < entered.minEntrants) return postpone(tx, entered, at)
  const { rules, provenDraws } = entered
  const { season } = entered.league
  const endsAt = new Date(entered.startsAt.getTime() + SEASON_DAYS * DAY_MS)
  const previous = await readDivisions(tx, rules, season - 1)
  const divisions = nextDivisions(
    previous.map(orderOfDivision),
    await rateEntries(tx, entered),
    new Set(previous.flatMap(({ left }) => [...left])),
  )
  const formed = await formDivisions(tx, entered, divisions, endsAt, at)
  await recordAll(
    tx,
    formed.map(({ id }) => ({ tournament: { id, stage: 1 }, kind: 'started', byId: null, at })),
  )
  await announceAll(
    tx,
    formed.map(({ id: tournament, seeds }) => ({
      ...({ tournament, change: 'started' } as const),
      to: seeds.map(({ id }) => id),
    })),
    { by: null, at },
  )
  const next = await openSeason(tx, {
    rules,
    provenDraws,
    season: season + 1,
    startsAt: endsAt,
    byId: null,
    at,
  })
  await enterStaying(
    tx,
    existing(next),
    formed.map(({ id }) => id),
    at,
  )
}

async function postpone(tx: Tx, { id, startsAt }: SeasonRow, at: Date): Promise<void> {
  const step = POSTPONED_DAYS * DAY_MS
  const late = at.getTime() - startsAt.getTime()
  const moved = new Date(startsAt.getTime() + step * (Math.floor(late / step) + 1))
  await tx.tournament.update({ where: { id }, data: { startsAt: moved } })
  await record(tx, { id, stage: 0 }, { kind: 'postponed', byId: null, at })
  await announce(tx, id, { change: 'postponed', to: await readEntrantIds(tx, id), byId: null, at })
}

/** The divisions of a season, the best first. */
async function readDivisions(db: Db, rules: RuleSetId, season: number): Promise<StageGroup[]> {
  const divisions = await db.tournament.findMany({
    where: { rules, season },
    select: { id: true },
    orderBy: { division: 'asc' },
  })
  const ids = divisions.map(({ id }) => id)
  const stages = await readStages(db, ids, 1)
  return ids.map((id) => existing(stages.get(id)?.[0]))
}

/**
 * The list of entries becomes the first division, the others are new tournaments to which their entries move.
 * @returns the tournaments of the divisions
 */
async function formDivisions(
  tx: Tx,
  { id: entered, rules, provenDraws, startsAt, maxEntrants, league }: SeasonRow,
  divisions: readonly (readonly EntrySeed[])[],
  endsAt: Date,
  at: Date,
): Promise<{ id: number; seeds: readonly EntrySeed[] }[]> {
  const { season } = league
  const terms = { ...leagueTerms(rules, provenDraws), season, startsAt, maxEntrants, createdAt: at }
  const started = (division: number) => ({
    name: `${seasonName(rules, season)}, division ${division}`,
    division,
    endsAt,
    ...({ state: 'running', stage: 1, startedAt: at, rulesRevision: ruleSet(rules).revision } as const),
  })
  await tx.tournament.update({ where: { id: entered }, data: started(1), select: { id: true } })
  const others = await tx.tournament.createManyAndReturn({
    data: divisions.slice(1).map((_, n) => ({ ...terms, ...started(n + 2) })),
    select: { id: true, division: true },
  })
  const idOf = new Map(others.map(({ id, division }) => [division, id]))
  const formed = divisions.map((seeds, n) => ({
    id: idOf.get(n + 1) ?? entered,
    groupSize: terms.groupSize,
    seeds,
    gamesPerPair: terms.gamesPerPair,
  }))
  const moving = formed.flatMap(({ id, seeds }) =>
    id === entered ? [] : seeds.map(({ entry }) => ({ id, entry })),
  )
  await tx.$executeRaw`
    UPDATE tournament_entries e SET tournament_id = moved.tournament_id
    FROM unnest(${moving.map(({ entry }) => entry)}::int[], ${moving.map(({ id }) => id)}::int[])
      AS moved (id, tournament_id)
    WHERE e.id = moved.id`
  await startStages(tx, formed, 1, at)
  return formed
}

/** Enters the players with `stay` in the following season. */
async function enterStaying(tx: Tx, next: number, divisions: readonly number[], at: Date): Promise<void> {
  const staying = await tx.tournamentEntry.findMany({
    where: { tournamentId: { in: [...divisions] }, stay: true },
    select: { player: PLAYER },
    orderBy: { id: 'asc' },
  })
  const barred = await readBarred(
    tx,
    staying.map(({ player }) => player.id),
    at,
  )
  const players = staying
    .map(({ player }) => player)
    .filter(({ id, kind }) => kind === 'human' && !barred.has(id))
  await tx.tournamentEntry.createMany({
    data: players.map(({ id }) => ({ tournamentId: next, playerId: id, stay: true, enteredAt: at })),
  })
  await recordAll(
    tx,
    players.map((player) => ({
      ...({ tournament: { id: next, stage: 0 }, kind: 'entered', byId: null } as const),
      player,
      at,
    })),
  )
  await announceAll(
    tx,
    players.map((user) => ({ tournament: next, change: 'entered', to: [user.id], user })),
    { by: null, at },
  )
}
