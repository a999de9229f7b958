import type { Player } from '@tegenzet/contract'
import { readBarred } from '../../accounts/access/barred.ts'
import { PLAYER } from '../../store/decode.ts'
import type { Tx } from '../../store/transaction.ts'
import { announceAll, recordAll } from './record.ts'
import type { TournamentRow } from './tournament-store.ts'

/**
 * Deletes the entries of players who may not start games, before the tournament starts.
 * @returns the tournament with the other entrants
 */
export async function skipBarred(tx: Tx, tournament: TournamentRow, at: Date): Promise<TournamentRow> {
  const { id, kind } = tournament
  const entries = await tx.tournamentEntry.findMany({
    where: { tournamentId: id },
    select: { id: true, player: PLAYER },
    orderBy: { id: 'asc' },
  })
  const barred = await readBarred(
    tx,
    entries.map(({ player }) => player.id),
    at,
  )
  // a person may have become a bot since
  const skipped = entries.filter(({ player }) => barred.has(player.id) || player.kind !== kind)
  if (skipped.length === 0) return tournament
  await tx.tournamentEntry.deleteMany({ where: { id: { in: skipped.map(({ id }) => id) } } })
  await tellSkipped(
    tx,
    tournament,
    skipped.map(({ player }) => player),
    at,
  )
  return { ...tournament, entrants: tournament.entrants - skipped.length }
}

/** Writes to the log that players were skipped, and tells them. */
export async function tellSkipped(
  tx: Tx,
  { id, stage }: Pick<TournamentRow, 'id' | 'stage'>,
  skipped: readonly Player[],
  at: Date,
): Promise<void> {
  await recordAll(
    tx,
    skipped.map((player) => ({ tournament: { id, stage }, kind: 'skipped', player, byId: null, at })),
  )
  await announceAll(
    tx,
    skipped.map((user) => ({ tournament: id, change: 'skipped', to: [user.id], user })),
    { by: null, at },
  )
}
