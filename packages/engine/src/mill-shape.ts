import { valueAt } from '@tegenzet/common'
import { type MillRules, type Point, perRuleSet } from '@tegenzet/rules'
import { millTables } from '@tegenzet/rules/mill'

/**
 * A mill board for operations on whole sets of points. Points are numbered ring by ring: then most rows, and most lines between
 * points, are copies of a few, shifted. A set of points is an integer in which bit n is point n.
 */
export interface MillShape {
  readonly names: readonly string[]
  /** All points. */
  readonly all: number
  /** Four integers for each kind of row: the shifts of its end, middle and other end, and the mask of its copies. */
  readonly rows: Int32Array
  /** Every row, as a set. */
  readonly mills: readonly number[]
  /** Two integers for each kind of line between two points: the shift, and the mask of the lower points. */
  readonly edges: Int32Array
  /** By point: the adjacent points. */
  readonly neighbours: Int32Array
  /** Points with the most neighbours. */
  readonly crossings: number
  /** For `toRules`: 256 images for each byte of a set. */
  readonly images: Int32Array
}

const BYTES = 4
const BYTE_VALUES = 256

export const millShape = perRuleSet((rules: MillRules): MillShape => {
  const points = [...rules.board.points].sort(ringOrder(rules.board.points))
  const names = points.map(({ name }) => name)
  const at = (name: string) => names.indexOf(name)
  const around = names.map((name) =>
    rules.board.lines.filter((line) => line.includes(name)).map(([a, b]) => at(a === name ? b : a)),
  )
  const most = Math.max(...around.map((points) => points.length))
  return {
    names,
    all: 2 ** names.length - 1,
    rows: kinds(
      rules.board.mills.map(([a, b, c]) => (at(a) < at(c) ? [at(a), at(b), at(c)] : [at(c), at(b), at(a)])),
    ),
    mills: rules.board.mills.map((mill) => setOf(mill.map(at))),
    edges: kinds(rules.board.lines.map((line) => line.map(at).sort((a, b) => a - b))).filter(
      (_, n) => n % 3 > 0,
    ),
    neighbours: Int32Array.from(around, setOf),
    crossings: setOf([...around.keys()].filter((point) => around[point]?.length === most)),
    images: imagesOf(names.map((name) => valueAt(millTables(rules).indexes, name))),
  }
})

/** The same set in the numbering of `MillTables`. */
export const toRules = ({ images }: MillShape, set: number): number =>
  images[set & 255]! |
  images[BYTE_VALUES + ((set >> 8) & 255)]! |
  images[2 * BYTE_VALUES + ((set >> 16) & 255)]! |
  images[3 * BYTE_VALUES + (set >>> 24)]!

/** The set in our numbering of a set in that of `MillTables`. */
export function fromRules({ names }: MillShape, rules: MillRules, set: number): number {
  const { indexes } = millTables(rules)
  return names.reduce((own, name, n) => own | (((set >> valueAt(indexes, name)) & 1) << n), 0)
}

/** The points next to a point. */
export const neighboursOf = ({ neighbours }: MillShape, point: number): number => neighbours[point]!

/** From the outer ring to the inner one, each clockwise from its lower left. */
function ringOrder(points: readonly Point[]): (p: Point, q: Point) => number {
  const last = Math.max(...points.map(({ x }) => x))
  const ring = ({ x, y }: Point) => Math.max(Math.abs(2 * x - last), Math.abs(2 * y - last))
  const angle = ({ x, y }: Point) => Math.atan2(2 * x - last, 2 * y - last)
  return (p, q) => ring(q) - ring(p) || angle(p) - angle(q)
}

/** Sequences of points that are shifted copies of each other become one: the shift of each point, then the mask. */
function kinds(sequences: readonly number[][]): Int32Array {
  const masks = new Map<string, { shifts: number[]; mask: number }>()
  for (const points of sequences) {
    const lowest = Math.min(...points)
    const shifts = points.map((point) => point - lowest)
    const kind = masks.get(shifts.join()) ?? { shifts, mask: 0 }
    kind.mask |= 1 << lowest
    masks.set(shifts.join(), kind)
  }
  return Int32Array.from([...masks.values()].flatMap(({ shifts, mask }) => [...shifts, mask]))
}

function imagesOf(targets: readonly number[]): Int32Array {
  const images = new Int32Array(BYTES * BYTE_VALUES)
  for (let byte = 0; byte < BYTES; byte++)
    for (let value = 0; value < BYTE_VALUES; value++) {
      // no board has as many points as an integer has bits
      const points = bitsOf(value).flatMap((bit) => targets[8 * byte + bit] ?? [])
      images[BYTE_VALUES * byte + value] = setOf(points)
    }
  return images
}

/** The set of some points. */
const setOf = (points: readonly number[]): number => points.reduce((set, point) => set | (1 << point), 0)

/** The points of a set. */
export function bitsOf(set: number): number[] {
  const bits: number[] = []
  for (let rest = set; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest))
  return bits
}

/** The points that have two others of their row in the set: stones in mills, and points that would close one. */
export function rowEnds({ rows }: MillShape, set: number): number {
  let ends = 0
  for (let i = 0; i < rows.length; i += 4) {
    const first = rows[i]!
    const middle = rows[i + 1]!
    const last = rows[i + 2]!
    const mask = rows[i + 3]!
    const a = (set >>> first) & mask
    const b = (set >>> middle) & mask
    const c = (set >>> last) & mask
    ends |= ((b & c) << first) | ((a & c) << middle) | ((a & b) << last)
  }
  return ends
}

/** The points next to one of the set. */
export function nextTo({ edges }: MillShape, set: number): number {
  let next = 0
  for (let i = 0; i < edges.length; i += 2) {
    const shift = edges[i]!
    const mask = edges[i + 1]!
    next |= ((set & mask) << shift) | ((set >>> shift) & mask)
  }
  return next
}
