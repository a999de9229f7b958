import type { Player, TournamentEvent, TournamentLogEntry } from '@tegenzet/contract'
import { append } from '../../outbox/append.ts'
import type { Tx } from '../../store/transaction.ts'
import { type StageGroup, winnersOf } from './standings.ts'
import { readTournament } from './tournament-store.ts'
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

/** Writes to the public log of a tournament. */
export async function record(
  tx: Tx,
  { id: tournamentId, stage }: { id: number; stage: number },
  { kind, player, byId, reason, struck = false, at }: Happening,
): Promise<void> {
  const entry = { tournamentId, stage, kind, byId, struck, createdAt: at }
  await tx.tournamentLogEntry.create({
    data: { ...entry, playerId: player?.id ?? null, reason: reason ?? null },
    select: { id: true },
  })
}

/** Records the winners of a final table. */
export async function recordWinners(
  tx: Tx,
  tournament: { id: number; stage: number },
  group: StageGroup,
  at: Date,
): Promise<void> {
  for (const player of winnersOf(group)) await record(tx, tournament, { kind: 'won', player, byId: null, at })
}

interface Announcement {
  change: TournamentEvent['change']
  to: readonly number[]
  user?: Player
  reason?: string
  byId: number | null
  at: Date
}

/** Tells players of a change, with the tournament as it is now. */
export async function announce(
  tx: Tx,
  tournamentId: number,
  { change, to, user, reason, byId, at }: Announcement,
): Promise<void> {
  const row = (await readTournament(tx, tournamentId))!
  const tournament = { ...tournamentView(row), change, user: user ?? null, reason: reason ?? null }
  const playerIds = [...new Set(row.organiser ? [...to, row.organiser.id] : to)]
  await append(tx, [{ event: { type: 'tournament', tournament }, playerIds }], { by: byId, at })
}
