import type { Result } from '@tegenzet/common'
import type { Puzzle } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Refusal, Refused } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { type NextPuzzle, nextPuzzle } from './next-puzzle.ts'
import { type Viewer, viewPuzzle } from './view-puzzle.ts'

/** It is rare that one stands in a running game. */
const TRIES = 5

/** The next puzzle that does not stand in a running game of the viewer. Those that do come again when the game is over. */
export async function viewNextPuzzle(
  deps: Pick<Deps, 'coin'>,
  db: Db,
  next: Omit<NextPuzzle, 'leftOut'>,
  viewer: Viewer,
): Promise<Result<{ puzzle: Puzzle }, Refusal>> {
  const leftOut = new Set<string>()
  let refused: Refused | null = null
  while (leftOut.size < TRIES) {
    const puzzle = await nextPuzzle(deps, db, { ...next, leftOut })
    if (!puzzle.ok) return refused ?? puzzle
    const view = await viewPuzzle(db, puzzle.value, viewer)
    if (view.ok || view.error.code !== 'game-running') return view
    refused = view
    leftOut.add(puzzle.value.id)
  }
  return existing(refused)
}
