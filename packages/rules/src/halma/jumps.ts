import { valueAt } from '@tegenzet/common'
import type { Position } from '../notation.ts'
import type { HalmaRules } from '../rule-set.ts'
import { decodeHalmaPosition } from './position.ts'
import { EMPTY, halmaTables } from './tables.ts'

/**
 * The squares that the stone on `from` may jump to after it has jumped along `path` (the squares after `from`, in
 * order). A stone may jump back, and through `from`.
 */
export function jumpTargets(
  rules: HalmaRules,
  position: Position,
  from: string,
  path: readonly string[],
): string[] {
  const { squareOf, nameOf, directions } = halmaTables(rules)
  const { cells } = decodeHalmaPosition(rules, position).state
  const origin = squareOf.get(from)
  const square = squareOf.get(path.at(-1) ?? from)
  if (origin === undefined || square === undefined || cells[origin] === EMPTY) return []
  cells[origin] = EMPTY
  const landings = Array.from(directions)
    .filter((step) => cells[square + step] !== EMPTY && cells[square + 2 * step] === EMPTY)
    .map((step) => valueAt(nameOf, square + 2 * step))
  return landings.sort()
}

/** Whether a stone comes from one square to the other in a step, not a jump. */
export function isStep(rules: HalmaRules, from: string, to: string): boolean {
  const { squareOf, directions } = halmaTables(rules)
  const [start, end] = [squareOf.get(from), squareOf.get(to)]
  return start !== undefined && end !== undefined && directions.includes(end - start)
}

/** A shortest path of a legal move, both ends included; a step is just its two ends. */
export function jumpPath(rules: HalmaRules, position: Position, from: string, to: string): string[] {
  const cameFrom = new Map([[from, from]])
  const queue = [from]
  for (const square of queue) {
    if (square === to) break
    for (const next of jumpTargets(rules, position, from, [square])) {
      if (!cameFrom.has(next)) {
        cameFrom.set(next, square)
        queue.push(next)
      }
    }
  }
  if (!cameFrom.has(to)) return [from, to]
  const path = [to]
  for (let at = to; at !== from; path.unshift(at)) at = valueAt(cameFrom, at)
  return path
}
