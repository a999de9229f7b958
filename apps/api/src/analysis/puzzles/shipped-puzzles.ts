import type { Puzzle } from '@tegenzet/puzzles'
import { loadPuzzles } from '@tegenzet/puzzles/node'
import { SHIPPED_PUZZLES } from '../../paths.ts'

let loaded: ReadonlyMap<string, Puzzle> | undefined

/** The puzzles that ship with the server, by id. Read when the first one is asked for. */
export function shippedPuzzles(): ReadonlyMap<string, Puzzle> {
  loaded ??= new Map(loadPuzzles(SHIPPED_PUZZLES).map((puzzle) => [puzzle.id, puzzle]))
  return loaded
}
