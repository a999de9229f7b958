import { itemAt, ok, type Result } from '@tegenzet/common'
import { type Position, parsePosition, type RuleSet } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'

/**
 * The positions that these texts describe.
 * @param pathOf names a text in the request
 */
export function parsePositions(
  rules: RuleSet,
  texts: readonly string[],
  pathOf: (index: number) => string,
): Result<Position[], Refusal> {
  const parsed = texts.map((text) => parsePosition(rules, text))
  const errors = parsed.flatMap((each, index) =>
    each.ok ? [] : [{ path: pathOf(index), message: each.error.message }],
  )
  const [first] = errors
  if (first) return refuse('malformed-position', `${first.message}.`, { errors })
  return ok(parsed.flatMap((each) => (each.ok ? [each.value] : [])))
}

/** The same for the position of a query. */
export function parseAsked(rules: RuleSet, text: string): Result<Position, Refusal> {
  const parsed = parsePositions(rules, [text], () => '/querystring/position')
  return parsed.ok ? ok(itemAt(parsed.value, 0)) : parsed
}
