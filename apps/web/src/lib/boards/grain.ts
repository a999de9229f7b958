/** A plank of a wooden board, in SVG units. */
interface Plank {
  x: number
  y: number
  width: number
  height: number
}

/** The growth rings and the pores of a plank, as path data. */
interface Grain {
  rings: string
  pores: string
}

/** The distance between two growth rings at the heart of the tree. */
const RING = 6.5
/** How much wider a ring gets per unit along the trunk. */
const TAPER = 0.085
/** The distance across the plank between two points of a ring's line: shorter at the tip of an arch, where it is round. */
const stepAt = (fromAxis: number): number => (Math.abs(fromAxis) < 13 ? 3 : 8)

/**
 * The grain of a flat-sawn plank. A trunk is a pile of cones, so a plane beside its axis cuts the rings in the arches
 * known from table tops. The same seed draws the same plank.
 */
export function grainOf({ x, y, width, height }: Plank, seed: number): Grain {
  const random = randomFrom(seed)
  /** The axis of the trunk: its height on the plank, and its depth below it. */
  const axis = height * (0.1 + 0.8 * random())
  const depth = 14 + 30 * random()
  const tip = width * (0.5 + 0.7 * random())
  const bends = [1, 2, 3].map((n) => ({
    size: (3.4 / n) * (0.5 + random()),
    length: (0.008 + 0.01 * random()) * n,
    phase: 7 * random(),
  }))
  const bend = (along: number) =>
    bends.reduce((sum, { size, length, phase }) => sum + size * Math.sin(along * length + phase), 0)
  const lean = random() < 0.5

  const lines: string[] = []
  const farthest = Math.hypot(Math.max(axis, height - axis), depth) + TAPER * width * 1.3
  for (let ring = -TAPER * width; ring < farthest; ring += RING * (0.65 + 0.7 * random())) {
    let line = ''
    for (let v = -axis - 8; v <= height - axis + 8; v += stepAt(v)) {
      const along = tip + (depth + ring - Math.hypot(v, depth)) / TAPER
      const u = Math.min(Math.max(along, -20), width + 20)
      if (u !== along && line === '') continue
      const at = `${Math.round(x + (lean ? width - u : u))} ${round(y + axis + v + bend(u))}`
      line += line === '' ? `M${at}` : `L${at}`
      // A line that has left the plank is over; the other half of the arch begins anew.
      if (u !== along) {
        lines.push(line)
        line = ''
      }
    }
    lines.push(line)
  }
  const pores = Array.from({ length: Math.round((width * height) / 420) }, () => {
    const along = width * random()
    return `M${Math.round(x + along)} ${round(y + height * random())}h${Math.round(3 + 13 * random())}`
  })
  return { rings: lines.join(''), pores: pores.join('') }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
