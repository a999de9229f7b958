import type { Puzzle } from '../src/index.ts'

/**
 * Chooses puzzles in turn from those with the same themes and length, the rarest kinds first, so that the choice is as varied as
 * the pool allows. Those that `isProved` refuses are left out.
 */
export function choose(
  pool: readonly Puzzle[],
  count: number,
  isProved: (puzzle: Puzzle) => boolean,
): Puzzle[] {
  const kinds = new Map<string, Puzzle[]>()
  for (const puzzle of pool) {
    const kind = `${puzzle.themes.join(' ')} ${puzzle.plies}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), puzzle])
  }
  const queues = [...kinds.values()].sort((a, b) => a.length - b.length)
  const chosen: Puzzle[] = []
  while (chosen.length < count && queues.some((queue) => queue.length > 0))
    for (const queue of queues) {
      if (chosen.length === count) break
      const proved = nextProved(queue, isProved)
      if (proved) chosen.push(proved)
    }
  return chosen
}

function nextProved(queue: Puzzle[], isProved: (puzzle: Puzzle) => boolean): Puzzle | undefined {
  for (;;) {
    const puzzle = queue.shift()
    if (!puzzle || isProved(puzzle)) return puzzle
  }
}
