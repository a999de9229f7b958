import type { ByFamily } from '../../src/index.ts'
import { FAMILY, type ThreeInARowRules } from './rules.ts'

/** Gives a table the answer of the third family, which its type does not know. */
export function addAnswer<Answer>(
  table: ByFamily<Answer>,
  answer: (rules: ThreeInARowRules) => NoInfer<Answer>,
): void {
  Object.assign(table, { [FAMILY]: answer })
}
