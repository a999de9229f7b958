import type { RuleSet } from '../rule-set.ts'
import { EMPTY, halmaGame } from './engine.ts'
import { readHalmaPosition } from './halma.ts'

/**
 * Where the stone of `from` may jump next after it has jumped along `path` (squares in order, `from` left out), going
 * back and through `from` included. Empty for other games than Halma.
 */
export function jumpTargets(
  rules: RuleSet,
  position: string,
  from: string,
  path: readonly string[],
): string[] {
  if (rules.board.kind !== 'halma') return []
  const { squareOf, nameOf, directions } = halmaGame(rules)
  const { cells } = readHalmaPosition(rules, position).state
  const origin = squareOf.get(from)
  const square = squareOf.get(path.at(-1) ?? from)
  if (origin === undefined || square === undefined || cells[origin] === EMPTY) return []
  cells[origin] = EMPTY
  const landings = Array.from(directions)
    .filter((step) => cells[square + step] !== EMPTY && cells[square + 2 * step] === EMPTY)
    .map((step) => nameOf.get(square + 2 * step)!)
  return landings.sort()
}

/** One shortest path of a legal Halma move, both ends included; a step is just its two ends. */
export function jumpPath(rules: RuleSet, position: string, move: string): string[] {
  const [from = '', to = ''] = move.split('-')
  const cameFrom = new Map([[from, from]])
  const waiting = [from]
  for (const square of waiting) {
    if (square === to) break
    for (const next of jumpTargets(rules, position, from, [square])) {
      if (!cameFrom.has(next)) {
        cameFrom.set(next, square)
        waiting.push(next)
      }
    }
  }
  if (!cameFrom.has(to)) return [from, to]
  const path = [to]
  while (path[0] !== from) path.unshift(cameFrom.get(path[0]!)!)
  return path
}
