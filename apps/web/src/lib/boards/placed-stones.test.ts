import { describe, expect, it } from 'vitest'
import { followStones } from './placed-stones.ts'

describe('the stones on the screen', () => {
  const before = followStones([], { d6: 'white', a1: 'black', g7: 'white' }).stones
  const idOf = (stones: typeof before, point: string) => stones.find((stone) => stone.point === point)?.id

  it('keep their identity when they stay or move', () => {
    const { stones, moved, appeared, left } = followStones(before, { d5: 'white', a1: 'black', g7: 'white' })
    expect(idOf(stones, 'd5')).toBe(idOf(before, 'd6'))
    expect(idOf(stones, 'a1')).toBe(idOf(before, 'a1'))
    expect(stones).toHaveLength(3)
    expect([moved.map(({ point }) => point), appeared, left]).toEqual([['d5'], [], []])
  })

  it('are never mistaken for a stone of the other side', () => {
    const { stones, left } = followStones(before, { d6: 'white', g7: 'white', a4: 'white' })
    expect(stones.map((stone) => stone.id)).not.toContain(idOf(before, 'a1'))
    expect(idOf(stones, 'a4')).not.toBeUndefined()
    expect(left).toEqual([{ id: idOf(before, 'a1'), point: 'a1', side: 'black' }])
  })

  it('get a new identity when they are placed', () => {
    const { appeared } = followStones(before, { d6: 'white', a1: 'black', g7: 'white', c3: 'black' })
    expect(before.map((stone) => stone.id)).not.toContain(appeared[0]?.id)
  })

  it('do not travel when another position is shown', () => {
    const here = followStones([], { a1: 'white', a4: 'white', a7: 'white' }).stones
    expect(followStones(here, { a1: 'white', a4: 'white', d7: 'white' }).sudden).toBe(false)
    expect(followStones(here, { d1: 'white', d2: 'white', d3: 'black', d5: 'black' }).sudden).toBe(true)
  })
})
