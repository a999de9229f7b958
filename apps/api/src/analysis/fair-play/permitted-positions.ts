import { itemAt, ok, type Position, parsePosition, type Result, type RuleSet } from '@tegenzet/rules'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { refuseRunning } from './refuse-running.ts'

/**
 * The positions that these texts describe, if the caller may have help with all of them.
 * @param pathOf names a text in the request
 */
export async function permittedPositions(
  tx: Tx,
  caller: Caller | null,
  rules: RuleSet,
  texts: readonly string[],
  pathOf: (index: number) => string,
): Promise<Result<Position[], Refusal>> {
  const parsed = texts.map((text) => parsePosition(rules, text))
  const errors = parsed.flatMap((each, index) =>
    each.ok ? [] : [{ path: pathOf(index), message: each.error.message }],
  )
  const [first] = errors
  if (first) return refuse('malformed-position', `${first.message}.`, { errors })
  const positions = parsed.flatMap((each) => (each.ok ? [each.value] : []))
  const refused = await refuseRunning(tx, caller, rules, positions)
  return refused ?? ok(positions)
}

/** The same for the position of a query. */
export async function permittedPosition(
  tx: Tx,
  caller: Caller | null,
  rules: RuleSet,
  text: string,
): Promise<Result<Position, Refusal>> {
  const permitted = await permittedPositions(tx, caller, rules, [text], () => '/querystring/position')
  return permitted.ok ? ok(itemAt(permitted.value, 0)) : permitted
}
