import { perRuleSet } from '../per-rule-set.ts'
import type { MillRules } from '../rule-set.ts'
import { millTables } from './tables.ts'

/** The symmetries of a board: renumberings of its points that keep its lines and its mills. The identity is the first. */
export interface MillSymmetries {
  readonly count: number
  /** By symmetry: where each point goes. */
  readonly images: readonly Int8Array[]
  /** The image of a set of points. */
  apply(symmetry: number, set: number): number
  /** The symmetry that undoes another. */
  readonly inverses: Int8Array
}

const BYTES = 4
const BYTE_VALUES = 256

/** Computed from the board's lines and mills: 16 for the boards with three squares (docs/rules.md, facts). */
export const millSymmetries = perRuleSet((rules: MillRules): MillSymmetries => {
  const { names, neighbours, mills } = millTables(rules)
  const images = automorphisms(names.length, neighbours, new Set(mills))
  const bytes = new Int32Array(images.length * BYTES * BYTE_VALUES)
  images.forEach((image, symmetry) => {
    for (let byte = 0; byte < BYTES; byte++)
      for (let value = 0; value < BYTE_VALUES; value++)
        bytes[(symmetry * BYTES + byte) * BYTE_VALUES + value] = imageOf(image, value << (8 * byte))
  })
  return {
    count: images.length,
    images,
    inverses: Int8Array.from(images, (image) =>
      images.findIndex((other) => image.every((to, from) => other[to] === from)),
    ),
    apply: (symmetry, set) => {
      const at = symmetry * BYTES * BYTE_VALUES
      return (
        bytes[at + (set & 255)]! |
        bytes[at + BYTE_VALUES + ((set >> 8) & 255)]! |
        bytes[at + 2 * BYTE_VALUES + ((set >> 16) & 255)]! |
        bytes[at + 3 * BYTE_VALUES + (set >>> 24)]!
      )
    },
  }
})

function imageOf(image: Int8Array, set: number): number {
  let result = 0
  for (let point = 0; point < image.length; point++) if (set & (1 << point)) result |= 1 << image[point]!
  return result
}

/** Maps one point after the other; a mapping of points is dropped as soon as it breaks a line. */
function automorphisms(points: number, neighbours: Int32Array, mills: ReadonlySet<number>): Int8Array[] {
  const found: Int8Array[] = []
  const image = new Int8Array(points)
  const fits = (point: number, to: number) => {
    for (let other = 0; other < point; other++) {
      if (image[other] === to) return false
      const adjacent = (neighbours[point]! >> other) & 1
      if (adjacent !== ((neighbours[to]! >> image[other]!) & 1)) return false
    }
    return true
  }
  const extend = (point: number) => {
    if (point === points) {
      if ([...mills].every((mill) => mills.has(imageOf(image, mill)))) found.push(image.slice())
      return
    }
    for (let to = 0; to < points; to++) {
      if (!fits(point, to)) continue
      image[point] = to
      extend(point + 1)
    }
  }
  extend(0)
  return found
}
