import { createHash } from 'node:crypto'
import { byFamily, foldedKey, type Position, type RuleSet } from '@tegenzet/rules'
import { mirroredRows } from '@tegenzet/rules/halma'
import { decodeMillPosition, millSymmetries, writeMillPosition } from '@tegenzet/rules/mill'

/**
 * A number that a position has in common with its mirror images, whatever the counters. Two others have the same once in
 * 2^64.
 */
export const positionKey = (rules: RuleSet, position: Position): bigint =>
  createHash('sha256')
    .update(`${rules.id} ${foldedKey(rules, position)}`)
    .digest()
    .readBigInt64BE(0)

/** The rows of stones of a position and its mirror images, each once. */
export function imagesOf(rules: RuleSet, position: Position): string[] {
  const images = byFamily(rules, {
    mill: (rules) => {
      const decoded = decodeMillPosition(rules, position)
      const { white, black } = decoded.stones
      const symmetries = millSymmetries(rules)
      return Array.from({ length: symmetries.count }, (_, n) => {
        const stones = { white: symmetries.apply(n, white), black: symmetries.apply(n, black) }
        return rowsOf(writeMillPosition(rules, { ...decoded, stones }))
      })
    },
    halma: () => [rowsOf(position), mirroredRows(rowsOf(position))],
  })
  return [...new Set(images)]
}

const rowsOf = (position: Position): string => position.split(' ', 1)[0]!
