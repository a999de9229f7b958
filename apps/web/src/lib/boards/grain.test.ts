import { expect, it } from 'vitest'
import { grainOf } from './grain.ts'

const PLANK = { x: 34, y: 177, width: 572, height: 143 }

it('the grain of a plank is the same each time, and differs from its neighbour’s', () => {
  expect(grainOf(PLANK, 1)).toEqual(grainOf(PLANK, 1))
  expect(grainOf(PLANK, 1)).not.toEqual(grainOf(PLANK, 2))
})

it('the grain of a plank covers it with lines, and with no malformed number', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { rings, pores } = grainOf(PLANK, seed)
    expect(rings.match(/M/g)?.length, `seed ${seed}`).toBeGreaterThan(8)
    expect(rings.length, `seed ${seed}`).toBeLessThan(30_000)
    expect(rings + pores).toMatch(/^[-\d. MLh]+$/)
  }
})
