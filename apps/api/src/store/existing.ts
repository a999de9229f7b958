/**
 * What must be there, such as a row that the same transaction has written or locked.
 * @throws if it is not: the caller has a bug
 */
export function existing<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('something that must exist does not')
  return found
}
