import { createHash } from 'node:crypto'
import { type Position, type RuleSet, samePositionKey } from '@tegenzet/rules'
import { decodeMillPosition, millSymmetries, writeMillPosition } from '@tegenzet/rules/mill'
import { mirroredHalma } from '../fair-play/halma-positions.ts'

/**
 * A number that a position has in common with its mirror images, whatever the counters. Two others have the same once in
 * 2^64.
 */
export function positionKey(rules: RuleSet, position: Position): bigint {
  const [rows, ...rest] = samePositionKey(rules, position).split(' ')
  const folded = rules.family === 'mill' ? foldedMill(rules, position) : foldedHalma(rows!)
  const text = [rules.id, folded, ...rest].join(' ')
  return createHash('sha256').update(text).digest().readBigInt64BE(0)
}

/** The rows of stones of a position and its mirror images, each once. */
export function imagesOf(rules: RuleSet, position: Position): string[] {
  const rows = rowsOf(position)
  if (rules.family === 'halma') return [...new Set([rows, mirroredHalma(rows)])]
  const decoded = decodeMillPosition(rules, position)
  const { white, black } = decoded.stones
  const symmetries = millSymmetries(rules)
  const images = Array.from({ length: symmetries.count }, (_, n) => {
    const stones = { white: symmetries.apply(n, white), black: symmetries.apply(n, black) }
    return rowsOf(writeMillPosition(rules, { ...decoded, stones }))
  })
  return [...new Set(images)]
}

const rowsOf = (position: Position): string => position.split(' ', 1)[0]!

function foldedMill(rules: RuleSet & { family: 'mill' }, position: Position): number {
  const { white, black } = decodeMillPosition(rules, position).stones
  const symmetries = millSymmetries(rules)
  let least = Number.POSITIVE_INFINITY
  for (let symmetry = 0; symmetry < symmetries.count; symmetry++)
    least = Math.min(least, symmetries.apply(symmetry, white) * 2 ** 24 + symmetries.apply(symmetry, black))
  return least
}

/** The board looks the same mirrored along the line between the camps. */
function foldedHalma(rows: string): string {
  const mirrored = mirroredHalma(rows)
  return mirrored < rows ? mirrored : rows
}
