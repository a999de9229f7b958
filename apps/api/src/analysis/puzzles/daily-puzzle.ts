import { createHash } from 'node:crypto'
import { itemAt } from '@tegenzet/common'
import type { Puzzle } from '@tegenzet/puzzles'
import { shippedPuzzles } from './shipped-puzzles.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let shuffled: Puzzle[] | undefined

/** The puzzle of a day in UTC: the same on every process, and another one every day until all have had their turn. */
export function dailyPuzzle(at: Date): Puzzle {
  shuffled ??= [...shippedPuzzles().values()]
    .map((puzzle) => ({ puzzle, key: createHash('sha256').update(puzzle.id).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ puzzle }) => puzzle)
  return itemAt(shuffled, Math.floor(at.getTime() / DAY_MS) % shuffled.length)
}
