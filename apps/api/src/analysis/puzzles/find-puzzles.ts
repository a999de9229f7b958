import { ok, type Result } from '@tegenzet/common'
import type { Puzzle } from '@tegenzet/puzzles'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readGamePuzzles } from './game-puzzle-store.ts'
import { shippedPuzzles } from './shipped-puzzles.ts'

const NO_PUZZLE: Refused = refuse('not-found', 'There is no puzzle with this id.')

export async function findPuzzle(db: Db, id: string): Promise<Result<Puzzle, Refusal>> {
  const puzzle = (await findPuzzles(db, [id])).get(id)
  return puzzle ? ok(puzzle) : NO_PUZZLE
}

/** The puzzles with these ids, by id and in this order, whether they ship with the server or come from games. */
export async function findPuzzles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Puzzle>> {
  const shipped = shippedPuzzles()
  const fromGames = await readGamePuzzles(
    db,
    ids.filter((id) => !shipped.has(id)),
  )
  const others = new Map(fromGames.map((puzzle) => [puzzle.id, puzzle]))
  return new Map(
    ids.flatMap((id) => {
      const puzzle = shipped.get(id) ?? others.get(id)
      return puzzle ? [[id, puzzle]] : []
    }),
  )
}
