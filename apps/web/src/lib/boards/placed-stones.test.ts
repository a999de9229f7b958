import { describe, expect, it } from 'vitest'
import { followStones } from './placed-stones.ts'

describe('the stones on the screen', () => {
  const before = followStones([], { d6: 'white', a1: 'black', g7: 'white' })
  const idOf = (stones: typeof before, point: string) => stones.find((stone) => stone.point === point)?.id

  it('keep their identity when they stay or move', () => {
    const after = followStones(before, { d5: 'white', a1: 'black', g7: 'white' })
    expect(idOf(after, 'd5')).toBe(idOf(before, 'd6'))
    expect(idOf(after, 'a1')).toBe(idOf(before, 'a1'))
    expect(after).toHaveLength(3)
  })

  it('are never mistaken for a stone of the other side', () => {
    const after = followStones(before, { d6: 'white', g7: 'white', a4: 'white' })
    expect(after.map((stone) => stone.id)).not.toContain(idOf(before, 'a1'))
    expect(idOf(after, 'a4')).not.toBeUndefined()
  })

  it('get a new identity when they are placed', () => {
    const after = followStones(before, { d6: 'white', a1: 'black', g7: 'white', c3: 'black' })
    expect(before.map((stone) => stone.id)).not.toContain(idOf(after, 'c3'))
  })
})
