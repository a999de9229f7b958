/** A number from 0 to 1 that only the words decide: the same game is played again whatever happens when. */
export function chance(...words: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** One of some, by chance. @throws where there are none */
export function oneOf<T>(items: readonly T[], ...words: (string | number)[]): T {
  if (items.length === 0) throw new Error(`nothing to choose from: ${words.join(' ')}`)
  return items[Math.floor(chance(...words) * items.length)]!
}
