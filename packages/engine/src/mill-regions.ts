import { itemAt } from '@tegenzet/common'
import { type MillRules, perRuleSet } from '@tegenzet/rules'
import { ENEMY, FEATURES, millPatterns, OWN, type Pattern } from './mill-patterns.ts'
import { millShape } from './mill-shape.ts'

/** The points of a ring, numbered clockwise from a corner. */
const AROUND = [0, 1, 2, 3, 4, 5, 6, 7]
const BYTES = 3
const BYTE_VALUES = 256

/** Some points. Its state is a number in base 3: a digit for each point, 1 for own and 2 for enemy. */
type Region = readonly number[]

/** Regions that are images of each other, point by point, so that their states are worth the same. */
interface Shape {
  regions: readonly Region[]
  /** Symmetries of the board that map such a region to itself, as orders of its points. */
  orders: readonly (readonly number[])[]
}

/**
 * The board cut into regions that overlap: each ring, and the sectors, three points next to each other on all rings. A position's
 * value is the sum of one table lookup per region. Two regions share an integer, a *pair*.
 */
export interface MillRegions {
  readonly pairs: number
  /** By pair, byte of a set, and value of that byte: what these stones add to the states of both regions, if they are own. */
  readonly digits: Int32Array
  /** By point and pair: the same for one stone. */
  readonly pointDigits: Int32Array
  /** Where each region's states begin among those of all shapes; two for each pair. */
  readonly starts: Int32Array
  /** By state: the number of its class. States that are the same by a symmetry are one class. */
  readonly classOf: Int32Array
  readonly classes: number
  /**
   * What each class adds to each feature of a position: those of own stones, then those of the other side's. A pattern that lies in
   * several regions counts in each for a part.
   */
  readonly features: readonly Float32Array[]
}

export const millRegions = perRuleSet((rules: MillRules): MillRegions => {
  const points = millShape(rules).names.length
  const shapes = cut(points / AROUND.length)
  const regions = shapes.flatMap((shape) => shape.regions)
  const classesByShape = shapes.map(classesOf)
  const starts: number[] = []
  const classOf: number[] = []
  let classes = 0
  for (const [n, shape] of shapes.entries()) {
    starts.push(...shape.regions.map(() => classOf.length))
    const { ofStates, digits } = itemAt(classesByShape, n)
    for (const each of ofStates) classOf.push(classes + each)
    classes += digits.length
  }
  // an odd region is paired with a state, and a class, of no region
  if (regions.length % 2 === 1) starts.push(classOf.length)
  classOf.push(classes)
  const features = FEATURES.flatMap(() => [0, 0]).map(() => new Float32Array(classes + 1))
  for (const pattern of millPatterns(rules)) {
    const inside = regions.filter((region) => liesIn(pattern, region))
    let first = 0
    for (const [n, { regions }] of shapes.entries()) {
      const { digits } = itemAt(classesByShape, n)
      if (liesIn(pattern, regions[0]!))
        addCounts(features, pattern, regions[0]!, digits, first, 1 / inside.length)
      first += digits.length
    }
  }
  return {
    ...numberStones(regions, points),
    starts: Int32Array.from(starts),
    classOf: Int32Array.from(classOf),
    classes,
    features,
  }
})

/** The states of all regions, in the order of `starts`. `MillEvaluation` inlines this. */
export function statesOf({ pairs, digits, starts }: MillRegions, own: number, enemy: number): number[] {
  const states: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    let both = 0
    for (let byte = 0; byte < BYTES; byte++) {
      const at = (pair * BYTES + byte) * BYTE_VALUES
      both += digits[at + ((own >> (8 * byte)) & 255)]! + 2 * digits[at + ((enemy >> (8 * byte)) & 255)]!
    }
    states.push(starts[2 * pair]! + (both & 0xffff), starts[2 * pair + 1]! + (both >>> 16))
  }
  return states
}

const liesIn = ({ points }: Pattern, region: Region): boolean =>
  points.every((point) => region.includes(point))

function cut(rings: number): Shape[] {
  const last = AROUND.length - 1
  const ring = (n: number) => AROUND.map((k) => AROUND.length * n + k)
  const sector = (middle: number) =>
    Array.from({ length: rings }, (_, n) =>
      [middle - 1, middle, middle + 1].map((k) => AROUND.length * n + (k & last)),
    ).flat()
  const turned = [0, 2, 4, 6].flatMap((by) => [1, -1].map((way) => AROUND.map((k) => (by + way * k) & last)))
  const mirrored = [false, true].flatMap((inward) =>
    [0, 2].map((from) =>
      Array.from({ length: rings }, (_, n) =>
        [0, 1, 2].map((k) => 3 * (inward ? rings - 1 - n : n) + Math.abs(from - k)),
      ).flat(),
    ),
  )
  return [
    // rings as far from the middle one as each other
    ...Array.from({ length: Math.ceil(rings / 2) }, (_, n) => ({
      regions: [...new Set([n, rings - 1 - n])].map(ring),
      orders: turned,
    })),
    { regions: [1, 3, 5, 7].map(sector), orders: mirrored },
    { regions: [0, 2, 4, 6].map(sector), orders: mirrored },
  ]
}

function numberStones(regions: readonly Region[], points: number) {
  const pairs = Math.ceil(regions.length / 2)
  const pointDigits = new Int32Array(points * pairs)
  for (const [n, region] of regions.entries())
    for (const [digit, point] of region.entries())
      pointDigits[point * pairs + (n >> 1)]! |= (3 ** digit) << (n % 2 === 0 ? 0 : 16)
  const digits = new Int32Array(pairs * BYTES * BYTE_VALUES)
  for (let pair = 0; pair < pairs; pair++)
    for (let byte = 0; byte < BYTES; byte++)
      for (let value = 1; value < BYTE_VALUES; value++) {
        const rest = value & (value - 1)
        const point = 8 * byte + 31 - Math.clz32(value ^ rest)
        const at = (pair * BYTES + byte) * BYTE_VALUES
        digits[at + value] = digits[at + rest]! + (point < points ? pointDigits[point * pairs + pair]! : 0)
      }
  return { pairs, digits, pointDigits }
}

interface Classes {
  /** By state. */
  ofStates: Int32Array
  /** By class: the digits of one of its states. */
  digits: Uint8Array[]
}

function classesOf({ regions, orders }: Shape): Classes {
  const size = itemAt(regions, 0).length
  const ofStates = new Int32Array(3 ** size).fill(-1)
  const classes: Uint8Array[] = []
  for (let state = 0; state < ofStates.length; state++) {
    if (ofStates[state]! >= 0) continue
    const digits = new Uint8Array(size)
    for (let digit = 0, rest = state; digit < size; digit++, rest = Math.floor(rest / 3))
      digits[digit] = rest % 3
    for (const order of orders) ofStates[numberOf(digits, order)] = classes.length
    classes.push(digits)
  }
  return { ofStates, digits: classes }
}

/** The number with some of the digits, the lowest first. */
function numberOf(digits: Uint8Array, order: readonly number[]): number {
  let number = 0
  for (let i = order.length - 1; i >= 0; i--) number = 3 * number + digits[order[i]!]!
  return number
}

/** Adds a pattern to the features of each class of a region, from class `first` on. */
function addCounts(
  features: readonly Float32Array[],
  { feature, points, holds }: Pattern,
  region: Region,
  classes: readonly Uint8Array[],
  first: number,
  share: number,
): void {
  const order = points.map((point) => region.indexOf(point))
  const cells = new Uint8Array(Math.max(...points) + 1)
  for (const [n, side] of [OWN, ENEMY].entries()) {
    const counts = features[n * FEATURES.length + FEATURES.indexOf(feature)]!
    const holdsIn = Array.from({ length: 3 ** points.length }, (_, state) => {
      for (const [digit, point] of points.entries()) cells[point] = Math.floor(state / 3 ** digit) % 3
      return holds(cells, side)
    })
    for (let each = 0; each < classes.length; each++)
      if (holdsIn[numberOf(classes[each]!, order)]) counts[first + each]! += n === 0 ? share : -share
  }
}
