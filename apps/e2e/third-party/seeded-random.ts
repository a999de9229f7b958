type Seed = (string | number)[]

/** A number from 0 to 1 that depends only on the seed, so that a match can be repeated whatever its timing. */
export function seededRandom(...seed: Seed): number {
  let hash = 0x811c9dc5
  for (const letter of seed.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** @throws Error if there are no items */
export function pickSeeded<T>(items: readonly T[], ...seed: Seed): T {
  if (items.length === 0) throw new Error(`nothing to choose from: ${seed.join(' ')}`)
  return items[Math.floor(seededRandom(...seed) * items.length)]!
}
