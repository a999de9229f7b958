import { type MillRules, perRuleSet } from '@tegenzet/rules'
import { ENEMY, FEATURES, type Feature, millPatterns, OWN, type Pattern } from './mill-patterns.ts'
import { millShape } from './mill-shape.ts'
import type { Weights } from './mill-weights.ts'

/** So that the number of a region's state fits 16 bits: 3 ** 9 is 19,683. */
const MAX_POINTS = 9
const BYTES = 3
const BYTE_VALUES = 256

/** Patterns that share their points, and how often each state of these has a feature for a side. */
interface Group {
  points: readonly number[]
  isNeeded: boolean
  counts: { state: number; side: number; feature: number }[]
}

/** Some points, and the patterns among them. Its state is a number in base 3: a digit for each point, 1 for own and 2 for enemy. */
interface Region {
  points: number[]
  groups: Group[]
}

/** Left out where a region of their own would be needed. */
const OPTIONAL: readonly Feature[] = ['fork', 'shuttle']

/**
 * The board cut into regions that overlap, so that each pattern lies in one. A position's value is the sum of one table lookup
 * per region. Two regions share an integer, a *pair*.
 */
export interface MillRegions {
  readonly pairs: number
  /** By pair, byte of a set, and value of that byte: what these stones add to the states of both regions, if they are own. */
  readonly digits: Int32Array
  /** By point and pair: the same for one stone. */
  readonly pointDigits: Int32Array
  /** Where each region's states begin in a table of values; two for each pair. */
  readonly starts: Int32Array
  /** The length of a table of values. */
  readonly states: number
  /** The value of every state with these weights. */
  values(weights: Weights): Int16Array
}

export const millRegions = perRuleSet((rules: MillRules): MillRegions => {
  const points = millShape(rules).names.length
  const regions = cover(groupByPoints(millPatterns(rules), points))
  const pairs = Math.ceil(regions.length / 2)
  const pointDigits = new Int32Array(points * pairs)
  const starts = new Int32Array(2 * pairs)
  let states = 0
  regions.forEach((region, n) => {
    starts[n] = states
    states += 3 ** region.points.length
    region.points.forEach((point, digit) => {
      pointDigits[point * pairs + (n >> 1)]! |= (3 ** digit) << (n % 2 === 0 ? 0 : 16)
    })
  })
  // an odd region is paired with a state that is worth nothing
  if (regions.length % 2 === 1) starts[regions.length] = states++
  const digits = new Int32Array(pairs * BYTES * BYTE_VALUES)
  for (let pair = 0; pair < pairs; pair++)
    for (let byte = 0; byte < BYTES; byte++)
      for (let value = 1; value < BYTE_VALUES; value++) {
        const rest = value & (value - 1)
        const point = 8 * byte + 31 - Math.clz32(value ^ rest)
        const at = (pair * BYTES + byte) * BYTE_VALUES
        digits[at + value] = digits[at + rest]! + (point < points ? pointDigits[point * pairs + pair]! : 0)
      }
  return {
    pairs,
    digits,
    pointDigits,
    starts,
    states,
    values: (weights) => {
      const values = new Int16Array(states)
      regions.forEach((region, n) => {
        addValues(values.subarray(starts[n]), region, weights)
      })
      return values
    },
  }
})

/** Puts each group of patterns into the region that grows least. */
function cover(groups: readonly Group[]): Region[] {
  const regions: Region[] = []
  for (const group of groups) {
    const added = (region: Region) => group.points.filter((point) => !region.points.includes(point))
    let region = regions
      .filter((each) => each.points.length + added(each).length <= MAX_POINTS)
      .sort((a, b) => added(a).length - added(b).length)[0]
    if (!region && !group.isNeeded) continue
    if (!region) {
      region = { points: [], groups: [] }
      regions.push(region)
    }
    region.points.push(...added(region))
    region.groups.push(group)
  }
  return regions
}

/** Those that are needed first, the largest first. */
function groupByPoints(patterns: readonly Pattern[], boardPoints: number): Group[] {
  const byPoints = new Map<string, Pattern[]>()
  for (const pattern of patterns) {
    const key = pattern.points.join()
    byPoints.set(key, [...(byPoints.get(key) ?? []), pattern])
  }
  const groups = Array.from(byPoints.values(), (each): Group => {
    const { points } = each[0]!
    const isNeeded = each.some(({ feature }) => !OPTIONAL.includes(feature))
    return { points, isNeeded, counts: countsOf(points, each, boardPoints) }
  })
  return groups.sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded) || b.points.length - a.points.length)
}

function countsOf(points: readonly number[], patterns: readonly Pattern[], boardPoints: number) {
  const cells = new Uint8Array(boardPoints)
  const counts: Group['counts'] = []
  for (let state = 0; state < 3 ** points.length; state++) {
    points.forEach((point, digit) => {
      cells[point] = Math.floor(state / 3 ** digit) % 3
    })
    for (const { feature, holds } of patterns)
      for (const side of [OWN, ENEMY])
        if (holds(cells, side)) counts.push({ state, side, feature: FEATURES.indexOf(feature) })
  }
  return counts
}

/** Adds the values of a region's states. */
function addValues(values: Int16Array, { points, groups }: Region, { own, enemy }: Weights): void {
  const size = 3 ** points.length
  /** By state of the region: that of the group. */
  const states = new Uint16Array(size)
  for (const group of groups) {
    const groupValues = new Int32Array(3 ** group.points.length)
    for (const { state, side, feature } of group.counts)
      groupValues[state]! += side === OWN ? own[feature]! : -enemy[feature]!
    let filled = 1
    for (const point of points) {
      const digit = group.points.indexOf(point)
      const factor = digit < 0 ? 0 : 3 ** digit
      for (let i = 0; i < filled; i++) {
        states[filled + i] = states[i]! + factor
        states[2 * filled + i] = states[i]! + 2 * factor
      }
      filled *= 3
    }
    for (let state = 0; state < size; state++) values[state]! += groupValues[states[state]!]!
  }
}
