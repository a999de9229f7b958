/** The value of a key that a map has. @throws RangeError if it does not have it */
export function valueAt<K, V extends {}>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`${key} is not known`)
  return value
}
