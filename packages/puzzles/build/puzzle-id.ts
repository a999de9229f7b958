import { createHash } from 'node:crypto'
import type { RuleSetId } from '@tegenzet/rules'

const LENGTH = 8

/** The same for the same position in every build. */
export const puzzleId = (rules: RuleSetId, position: string): string =>
  BigInt(`0x${createHash('sha256').update(`${rules} ${position}`).digest('hex')}`)
    .toString(36)
    .slice(-LENGTH)
