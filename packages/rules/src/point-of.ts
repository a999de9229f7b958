import type { Point, RuleSet } from './rule-set.ts'

/** A point of a board by its name. @throws RangeError if there is none */
export function pointOf({ board }: Pick<RuleSet, 'board'>, name: string): Point {
  const found = board.points.find((point) => point.name === name)
  if (!found) throw new RangeError(`${name} is no point of this board`)
  return found
}
