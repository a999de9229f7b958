import { valueAt } from '@tegenzet/common'
import type { Player, TournamentEvent, TournamentLogEntry } from '@tegenzet/contract'
import { append, type Cause, type NewEvent } from '../../outbox/append.ts'
import type { Db, Tx } from '../../store/transaction.ts'
import { type StageGroup, winnersOf } from './standings.ts'
import { readTournaments } from './tournament-store.ts'
import { tournamentView } from './tournament-view.ts'

interface Happening {
  kind: TournamentLogEntry['kind']
  /** The entrant it concerns. */
  player?: Player
  /** null: the server */
  byId: number | null
  reason?: string
  struck?: boolean
  at: Date
}

interface Place {
  id: number
  stage: number
}

/** Writes to the public log of a tournament. */
export const record = (db: Db, tournament: Place, happening: Happening): Promise<void> =>
  recordAll(db, [{ tournament, ...happening }])

/** Writes to the public logs of tournaments, in one statement. */
export async function recordAll(
  db: Db,
  happenings: readonly (Happening & { tournament: Place })[],
): Promise<void> {
  await db.tournamentLogEntry.createMany({
    data: happenings.map(({ tournament, kind, player, byId, reason, struck = false, at }) => ({
      tournamentId: tournament.id,
      stage: tournament.stage,
      kind,
      byId,
      struck,
      createdAt: at,
      playerId: player?.id ?? null,
      reason: reason ?? null,
    })),
  })
}

/** Records the winners of final standings. */
export async function recordWinners(
  db: Db,
  tournament: { id: number; stage: number },
  group: StageGroup,
  at: Date,
): Promise<void> {
  for (const player of winnersOf(group)) await record(db, tournament, { kind: 'won', player, byId: null, at })
}

export interface Announcement {
  change: TournamentEvent['change']
  to: readonly number[]
  user?: Player
  reason?: string
}

/** Tells players of a change, with the tournament as it is now. */
export const announce = (
  tx: Tx,
  tournament: number,
  { byId: by, at, ...announcement }: Announcement & { byId: number | null; at: Date },
): Promise<void> => announceAll(tx, [{ tournament, ...announcement }], { by, at })

/** How many events a statement appends: each takes five of its 65,535 parameters. */
const AT_ONCE = 1000

/** Tells players of changes in tournaments, in a few statements. */
export async function announceAll(
  tx: Tx,
  announcements: readonly (Announcement & { tournament: number })[],
  cause: Cause,
): Promise<void> {
  const rows = await readTournaments(tx, [...new Set(announcements.map(({ tournament }) => tournament))])
  const byId = new Map(rows.map((row) => [row.id, { row, view: tournamentView(row) }]))
  const events = announcements.map(({ tournament: id, change, to, user, reason }): NewEvent => {
    const { row, view } = valueAt(byId, id)
    const tournament = { ...view, change, user: user ?? null, reason: reason ?? null }
    const playerIds = [...new Set(row.organiser ? [...to, row.organiser.id] : to)]
    return { event: { type: 'tournament', tournament }, playerIds }
  })
  for (let from = 0; from < events.length; from += AT_ONCE)
    await append(tx, events.slice(from, from + AT_ONCE), cause)
}
