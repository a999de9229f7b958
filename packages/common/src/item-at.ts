interface List<T> {
  readonly length: number
  at(index: number): T | undefined
}

/** The item at an index that a list has, negative from the end. @throws RangeError if it has none there */
export function itemAt<T>(list: List<T>, index: number): T {
  const item = list.at(index)
  if (item === undefined) throw new RangeError(`a list of ${list.length} has no item ${index}`)
  return item
}
