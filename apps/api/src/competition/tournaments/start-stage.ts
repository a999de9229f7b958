import { snakeGroups } from '@tegenzet/tournaments'
import type { Tx } from '../../store/transaction.ts'

export interface EntrySeed {
  /** The player. */
  id: number
  rating: number | null
  entry: number
}

/** Writes the groups of a stage. Their games follow, group by group: see `startGroups`. */
export async function startStage(
  tx: Tx,
  { id: tournamentId, groupSize }: { id: number; groupSize: number },
  stage: number,
  seeds: readonly EntrySeed[],
): Promise<void> {
  const groups = snakeGroups(seeds, groupSize)
  await tx.tournamentGroup.createMany({
    data: groups.map((_, index) => ({ tournamentId, stage, nr: index + 1 })),
  })
  await tx.tournamentSeat.createMany({
    data: groups.flatMap((group, index) =>
      group.map(({ id: playerId }, seat) => ({
        ...{ tournamentId, stage, playerId, groupNr: index + 1, seat: seat + 1 },
      })),
    ),
  })
}
