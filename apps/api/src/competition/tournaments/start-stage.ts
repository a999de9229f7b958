import { pairings, snakeGroups } from '@tegenzet/tournaments'
import type { Tx } from '../../store/transaction.ts'
import { makeFewGames } from './make-games.ts'
import type { TournamentRow } from './tournament-store.ts'

export interface EntrySeed {
  /** The player. */
  id: number
  rating: number | null
  entry: number
}

type StageOf = Pick<TournamentRow, 'id' | 'groupSize' | 'gamesPerPair'>

/** Writes the groups of a stage. Many games follow, group by group: see `makeGames`. */
export const startStage = (
  tx: Tx,
  { id, groupSize, gamesPerPair }: StageOf,
  { stage, seeds, at }: { stage: number; seeds: readonly EntrySeed[]; at: Date },
): Promise<void> => startStages(tx, [{ id, groupSize, gamesPerPair, seeds }], stage, at)

/** Writes the groups of a stage of several tournaments, in two statements. */
export async function startStages(
  tx: Tx,
  tournaments: readonly (StageOf & { seeds: readonly EntrySeed[] })[],
  stage: number,
  at: Date,
): Promise<void> {
  const groups = tournaments.flatMap(({ id: tournamentId, groupSize, gamesPerPair, seeds }) =>
    snakeGroups(seeds, groupSize).map((players, index) => ({
      tournamentId,
      stage,
      nr: index + 1,
      players,
      games: pairings(players, gamesPerPair).length,
    })),
  )
  await tx.tournamentGroup.createMany({
    data: groups.map(({ players: _, ...group }) => group),
  })
  await tx.tournamentSeat.createMany({
    data: groups.flatMap(({ tournamentId, nr: groupNr, players }) =>
      players.map(({ id: playerId }, seat) => ({ tournamentId, stage, playerId, groupNr, seat: seat + 1 })),
    ),
  })
  await makeFewGames(tx, groups, at)
}
