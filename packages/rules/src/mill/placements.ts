import type { MillBoard, MillRules } from '../rule-set.ts'
import { type MillSymmetries, millSymmetries } from './symmetries.ts'
import { millTables } from './tables.ts'
import { count } from './turns.ts'

const MAX_POINTS = 31

/** Binomial coefficients: CHOOSE[k * (MAX_POINTS + 1) + n] ways to choose k of n. */
const CHOOSE = (() => {
  const table = new Int32Array((MAX_POINTS + 1) ** 2)
  for (let n = 0; n <= MAX_POINTS; n++) {
    table[n] = 1
    for (let k = 1; k <= n; k++) {
      const row = k * (MAX_POINTS + 1)
      table[row + n] = table[row - (MAX_POINTS + 1) + n - 1]! + table[row + n - 1]!
    }
  }
  return table
})()

/** In how many ways `k` of `n` can be chosen. */
export const choose = (n: number, k: number): number => CHOOSE[k * (MAX_POINTS + 1) + n]!

/** The number of a set among all sets of as many points, in the order of their value as integers. */
function rankOfSet(set: number): number {
  let rank = 0
  for (let k = 1; set !== 0; k++) {
    const bit = set & -set
    set ^= bit
    rank += choose(31 - Math.clz32(bit), k)
  }
  return rank
}

/** The set of `size` points with that number: undoes `rankOfSet`. */
function setOfRank(rank: number, size: number): number {
  let set = 0
  for (let k = size; k > 0; k--) {
    let point = k - 1
    while (choose(point + 1, k) <= rank) point++
    rank -= choose(point, k)
    set |= 1 << point
  }
  return set
}

/** The rank of a set among those on the points that are left without `removed`. */
function rankWithout(set: number, removed: number): number {
  let rank = 0
  for (let k = 1; set !== 0; k++) {
    const bit = set & -set
    set ^= bit
    rank += choose(31 - Math.clz32(bit) - count(removed & (bit - 1)), k)
  }
  return rank
}

/** The set in which bit n of `set` is the nth point that is left without `removed`. */
function withPoints(set: number, removed: number, all: number): number {
  let result = 0
  let free = all & ~removed
  for (let n = 0; set >> n !== 0; n++) {
    const bit = free & -free
    free ^= bit
    if (set & (1 << n)) result |= bit
  }
  return result
}

/**
 * How many sets of `size` points of `free` a renumbering of the points keeps: those that consist of whole cycles.
 */
function keptSets(image: Int8Array, free: number, size: number): number {
  const ways = new Int32Array(size + 1)
  ways[0] = 1
  let rest = free
  while (rest !== 0) {
    let length = 0
    for (let point = 31 - Math.clz32(rest & -rest); rest & (1 << point); point = image[point]!) {
      rest ^= 1 << point
      length++
    }
    for (let k = size; k >= length; k--) ways[k]! += ways[k - length]!
  }
  return ways[size]!
}

/** The enemy's sets of a family whose own stones several symmetries keep. */
interface Folded {
  /** By rank of the enemy's set: the placement's number in the family. */
  numbers: Int32Array
  /** By number in the family: the rank of the smallest such set. */
  ranks: Int32Array
}

/** The placements whose own stones have the same smallest image. */
interface Family {
  own: number
  /** The number of its first placement. */
  first: number
  size: number
  /** Symmetries that keep `own` where it is. */
  stabilisers: number[]
  /** Computed when it is first needed. */
  folded: Folded | null
}

/**
 * Numbers the placements of `own` stones of the side to move and `enemy` of the other from 0 to `size` - 1, so that
 * placements that a symmetry of the board maps to each other have the same number, and others do not.
 */
export class Placements {
  readonly size: number
  readonly own: number
  readonly enemy: number
  /** After `find`: the stones of the placement that was looked up. */
  foundOwn = 0
  foundEnemy = 0
  readonly #all: number
  readonly #symmetries: MillSymmetries
  readonly #families: Family[] = []
  readonly #firsts: Int32Array
  /** By rank of the own set: its family and a symmetry that maps it there. */
  readonly #familyOf: Int32Array
  readonly #symmetryOf: Int8Array

  constructor(rules: MillRules, own: number, enemy: number) {
    const { names, all } = millTables(rules)
    this.own = own
    this.enemy = enemy
    this.#all = all
    this.#symmetries = millSymmetries(rules)
    const sets = choose(names.length, own)
    this.#familyOf = new Int32Array(sets).fill(-1)
    this.#symmetryOf = new Int8Array(sets)
    let size = 0
    for (let rank = 0; rank < sets; rank++)
      if (this.#familyOf[rank] === -1) size += this.#addFamily(setOfRank(rank, own), rank, size).size
    this.size = size
    this.#firsts = Int32Array.from(this.#families, ({ first }) => first)
  }

  /** Adds the family of a set that no smaller one maps to. */
  #addFamily(own: number, rank: number, first: number): Family {
    const { count: symmetries, images, inverses, apply } = this.#symmetries
    const stabilisers: number[] = []
    for (let symmetry = 0; symmetry < symmetries; symmetry++) {
      const imageRank = rankOfSet(apply(symmetry, own))
      if (imageRank === rank) stabilisers.push(symmetry)
      if (this.#familyOf[imageRank] !== -1) continue
      this.#familyOf[imageRank] = this.#families.length
      this.#symmetryOf[imageRank] = inverses[symmetry]!
    }
    // Burnside's lemma
    const kept = stabilisers.map((symmetry) => keptSets(images[symmetry]!, this.#all & ~own, this.enemy))
    const size = kept.reduce((sum, sets) => sum + sets) / stabilisers.length
    const family: Family = { own, first, size, stabilisers, folded: null }
    this.#families.push(family)
    return family
  }

  /** Numbers the enemy's sets of a family whose own stones several symmetries keep. */
  #fold({ own, size, stabilisers }: Family): Folded {
    const enemySets = choose(count(this.#all & ~own), this.enemy)
    const numbers = new Int32Array(enemySets).fill(-1)
    const ranks = new Int32Array(size)
    let found = 0
    for (let rank = 0; rank < enemySets; rank++) {
      if (numbers[rank] !== -1) continue
      const enemy = withPoints(setOfRank(rank, this.enemy), own, this.#all)
      for (const symmetry of stabilisers)
        numbers[rankWithout(this.#symmetries.apply(symmetry, enemy), own)] = found
      ranks[found++] = rank
    }
    return { numbers, ranks }
  }

  /** Null if every set of the enemy has a number of its own. */
  #foldedOf(family: Family): Folded | null {
    if (family.stabilisers.length === 1) return null
    family.folded ??= this.#fold(family)
    return family.folded
  }

  /** The number of a placement. */
  indexOf(own: number, enemy: number): number {
    const ownRank = rankOfSet(own)
    const family = this.#families[this.#familyOf[ownRank]!]!
    const image = this.#symmetries.apply(this.#symmetryOf[ownRank]!, enemy)
    const rank = rankWithout(image, family.own)
    const folded = this.#foldedOf(family)
    return family.first + (folded === null ? rank : folded.numbers[rank]!)
  }

  /** Looks up the placement with a number: its stones are then in `foundOwn` and `foundEnemy`. */
  find(index: number): void {
    const family = this.#familyAt(index)
    const folded = this.#foldedOf(family)
    const number = index - family.first
    const rank = folded === null ? number : folded.ranks[number]!
    this.foundOwn = family.own
    this.foundEnemy = withPoints(setOfRank(rank, this.enemy), family.own, this.#all)
  }

  /** How many placements have this number. */
  multiplicity(index: number): number {
    const family = this.#familyAt(index)
    if (family.stabilisers.length === 1) return this.#symmetries.count
    this.find(index)
    const keeping = family.stabilisers.filter(
      (symmetry) => this.#symmetries.apply(symmetry, this.foundEnemy) === this.foundEnemy,
    )
    return this.#symmetries.count / keeping.length
  }

  #familyAt(index: number): Family {
    let low = 0
    let high = this.#firsts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#firsts[middle]! <= index) low = middle
      else high = middle - 1
    }
    return this.#families[low]!
  }
}

const numbered = new WeakMap<MillBoard, Map<number, Placements>>()

/** The placements of so many stones on the board of these rules, numbered once. */
export function placementsOf(rules: MillRules, own: number, enemy: number): Placements {
  const known = numbered.get(rules.board) ?? new Map<number, Placements>()
  numbered.set(rules.board, known)
  const key = own * MAX_POINTS + enemy
  const placements = known.get(key) ?? new Placements(rules, own, enemy)
  known.set(key, placements)
  return placements
}
