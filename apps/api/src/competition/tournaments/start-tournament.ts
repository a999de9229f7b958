import type { Result } from '@tegenzet/common'
import { ok } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { tryEach } from '../../jobs/try-each.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { readRatingsOf } from './ratings.ts'
import { announce, record } from './record.ts'
import { skipBarred } from './skip-barred.ts'
import { type EntrySeed, startStage } from './start-stage.ts'
import {
  lockTournament,
  readEntrantIds,
  readTournament,
  type TournamentRow,
  tournamentNotFound,
} from './tournament-store.ts'

interface Step {
  tournament: number
  /** Whether this person may do it; null: the server does it. */
  by: { playerId: number; isAdmin: boolean } | null
  at: Date
}

/**
 * Closes the entries and forms the first groups, in one transaction: it happens once. Many games follow with `makeGames`,
 * which goes on after a crash.
 */
export const startTournament = (db: Db, step: Step): Promise<Result<TournamentRow, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockForOrganiser(tx, step)
    if (!found.ok) return found
    const { at } = step
    const tournament = await skipBarred(tx, found.value, at)
    const { id, entrants, minEntrants } = tournament
    if (entrants < minEntrants)
      return refuse(
        'conflict',
        `The tournament needs ${minEntrants} entrants, but has ${entrants} who may start games.`,
      )
    await tx.tournament.update({ where: { id }, data: { state: 'running', stage: 1, startedAt: at } })
    await startStage(tx, tournament, { stage: 1, seeds: await rateEntries(tx, tournament), at })
    const byId = step.by?.playerId ?? null
    await record(tx, { id, stage: 1 }, { kind: 'started', byId, at })
    await announce(tx, id, { change: 'started', to: await readEntrantIds(tx, id), byId: null, at })
    return ok(existing(await readTournament(tx, id)))
  })

/** Stores the entrants' ratings at the start, which decide the groups and equal places. */
export async function rateEntries(db: Db, { id: tournamentId, rules }: TournamentRow): Promise<EntrySeed[]> {
  const entries = await db.tournamentEntry.findMany({ where: { tournamentId }, orderBy: { id: 'asc' } })
  const ratings = await readRatingsOf(
    db,
    rules,
    entries.map(({ playerId }) => playerId),
  )
  const rated = [...ratings]
  if (rated.length > 0)
    await db.$executeRaw`
      UPDATE tournament_entries e SET rating = r.rating
      FROM unnest(${rated.map(([id]) => id)}::int[], ${rated.map(([, rating]) => rating)}::float8[]) AS r (player_id, rating)
      WHERE e.tournament_id = ${tournamentId} AND e.player_id = r.player_id`
  return entries.map(({ id: entry, playerId }) => ({
    id: playerId,
    rating: ratings.get(playerId) ?? null,
    entry,
  }))
}

/** Cancels a tournament before its start. */
export const cancelTournament = (db: Db, step: Step): Promise<Result<TournamentRow, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockForOrganiser(tx, step)
    if (!found.ok) return found
    const { id } = found.value
    const { at } = step
    await tx.tournament.update({ where: { id }, data: { state: 'cancelled', endedAt: at } })
    const byId = step.by?.playerId ?? null
    await record(tx, { id, stage: 0 }, { kind: 'cancelled', byId, at })
    await announce(tx, id, { change: 'cancelled', to: await readEntrantIds(tx, id), byId, at })
    return ok({ ...found.value, state: 'cancelled' as const, endedAt: at })
  })

async function lockForOrganiser(
  tx: Tx,
  { tournament: id, by }: Step,
): Promise<Result<TournamentRow, Refusal>> {
  const tournament = await lockTournament(tx, id)
  if (!tournament) return tournamentNotFound(id)
  if (tournament.league) return refuse('forbidden', 'A league starts by itself.')
  if (by && !by.isAdmin && by.playerId !== tournament.organiser?.id)
    return refuse('forbidden', 'Only the organiser and admins may do this.')
  if (tournament.state !== 'open')
    return refuse(
      'conflict',
      `The tournament is ${tournament.state}: this is possible only before the start.`,
    )
  return ok(tournament)
}

/** Starts or cancels the tournaments whose time has come, and starts those without a date that have just become full. */
export async function startDueTournaments(db: Db, since: Date, at: Date): Promise<void> {
  const due = await readIds(
    db,
    Prisma.sql`
      SELECT t.id FROM tournaments t
      WHERE t.state = 'open' AND t.format = 'round-robin' AND t.starts_at <= ${at}::timestamptz
      UNION
      SELECT t.id FROM (
        SELECT DISTINCT tournament_id FROM tournament_entries WHERE entered_at >= ${since}::timestamptz
      ) entered JOIN tournaments t ON t.id = entered.tournament_id
      WHERE t.state = 'open' AND t.format = 'round-robin' AND t.starts_at IS NULL AND t.entrants >= t.max_entrants
      ORDER BY 1`,
  )
  await tryEach(due, (id) => inTransaction(db, (tx) => startIfDue(tx, id, at)))
}

/** Decides under the lock, because players may have entered or left meanwhile. */
async function startIfDue(tx: Tx, id: number, at: Date): Promise<void> {
  const { state, startsAt, entrants, maxEntrants } = existing(await lockTournament(tx, id))
  const isDue = startsAt ? startsAt <= at : entrants >= maxEntrants
  if (state !== 'open' || !isDue) return
  const step: Step = { tournament: id, by: null, at }
  const started = await startTournament(tx, step)
  // without a date it waits for others in the place of those who were skipped
  if (!started.ok && startsAt) await cancelTournament(tx, step)
}
