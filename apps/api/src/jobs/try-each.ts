import { unavailability } from '@tegenzet/db'

/**
 * Works on items one after the other. If one fails, the others do not wait for it: the failure is thrown at the end.
 * @returns how many there were
 * @throws at once if the database is unavailable, because all would fail; a lock that is held for long concerns one item only
 */
export async function tryEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  for await (const item of items) {
    count++
    try {
      await work(item)
    } catch (error) {
      const kind = unavailability(error)
      if (kind && kind !== 'timeout') throw error
      failures.push(error)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${count} failed`)
  if (failures.length === 1) throw failures[0]
  return count
}
