import type { Side } from '@tegenzet/rules'

/** A stone with an identity of its own, so that its move can be animated. */
export interface PlacedStone {
  id: number
  point: string
  side: Side
}

let lastId = 0

/**
 * Finds the stones of the last position in the new one. A stone that left a point and a stone of the same side that
 * appeared elsewhere are the same one; a move has at most one of each.
 */
export function followStones(
  before: readonly PlacedStone[],
  stones: Readonly<Record<string, Side>>,
): PlacedStone[] {
  const stayed = before.filter(({ point, side }) => stones[point] === side)
  const left = before.filter((stone) => !stayed.includes(stone))
  const occupied = new Set(stayed.map(({ point }) => point))
  const appeared = Object.entries(stones).filter(([point]) => !occupied.has(point))
  const moved = appeared.map(([point, side]) => {
    const at = left.findIndex((stone) => stone.side === side)
    const [stone] = at < 0 ? [] : left.splice(at, 1)
    return { id: stone?.id ?? ++lastId, point, side }
  })
  return [...stayed, ...moved].sort((a, b) => a.id - b.id)
}
