import type { Result } from '@tegenzet/common'
import { type Caller, holdsScope } from '../../http/caller.ts'
import type { Refusal } from '../../refusal.ts'

/** The result of a save, without the stored tree for a caller who may write analyses but not read them. */
export function hideCurrent<T>(result: Result<T, Refusal>, caller: Caller): Result<T, Refusal> {
  if (result.ok || holdsScope(caller, 'analysis:read')) return result
  const { current: _, ...error } = result.error
  return { ok: false, error }
}
