import { createHash } from 'node:crypto'
import { foldedKey, type Position, type RuleSet } from '@tegenzet/rules'

/**
 * A number that a position has in common with its mirror images, whatever the counters. Two others have the same once in
 * 2^64.
 */
export const positionKey = (rules: RuleSet, position: Position): bigint =>
  createHash('sha256')
    .update(`${rules.id} ${foldedKey(rules, position)}`)
    .digest()
    .readBigInt64BE(0)
