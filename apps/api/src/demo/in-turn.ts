/** The item with this number, counted from 0; after the last comes the first again. @throws RangeError if there is none */
export function inTurn<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length]
  if (item === undefined) throw new RangeError('there is nothing to take turns with')
  return item
}
