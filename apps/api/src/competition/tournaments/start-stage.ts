import { snakeGroups } from '@tegenzet/tournaments'
import type { Tx } from '../../store/transaction.ts'

export interface EntrySeed {
  /** The player. */
  id: number
  rating: number | null
  entry: number
}

interface StageOf {
  id: number
  groupSize: number
}

/** Writes the groups of a stage. Their games follow, group by group: see `startGroups`. */
export const startStage = (
  tx: Tx,
  { id, groupSize }: StageOf,
  stage: number,
  seeds: readonly EntrySeed[],
): Promise<void> => startStages(tx, [{ id, groupSize, seeds }], stage)

/** Writes the groups of a stage of several tournaments, in two statements. */
export async function startStages(
  tx: Tx,
  tournaments: readonly (StageOf & { seeds: readonly EntrySeed[] })[],
  stage: number,
): Promise<void> {
  const groups = tournaments.flatMap(({ id: tournamentId, groupSize, seeds }) =>
    snakeGroups(seeds, groupSize).map((players, index) => ({ tournamentId, nr: index + 1, players })),
  )
  await tx.tournamentGroup.createMany({
    data: groups.map(({ tournamentId, nr }) => ({ tournamentId, stage, nr })),
  })
  await tx.tournamentSeat.createMany({
    data: groups.flatMap(({ tournamentId, nr: groupNr, players }) =>
      players.map(({ id: playerId }, seat) => ({ tournamentId, stage, playerId, groupNr, seat: seat + 1 })),
    ),
  })
}
