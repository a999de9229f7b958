import type { Side } from '@tegenzet/rules'

/** A stone that keeps its identity while it moves, so that the screen can show it moving. */
export interface PlacedStone {
  id: number
  point: string
  side: Side
}

let lastId = 0

/**
 * The same stones in a new position. Where stones of a side have left points and others have come up, the first that
 * left is the first that came: in one move there is at most one of each.
 */
export function followStones(
  before: readonly PlacedStone[],
  stones: Readonly<Record<string, Side>>,
): PlacedStone[] {
  const stayed = before.filter(({ point, side }) => stones[point] === side)
  const left = before.filter((stone) => !stayed.includes(stone))
  const held = new Set(stayed.map(({ point }) => point))
  const come = Object.entries(stones).filter(([point]) => !held.has(point))
  const moved = come.map(([point, side]) => {
    const at = left.findIndex((stone) => stone.side === side)
    const [stone] = at < 0 ? [] : left.splice(at, 1)
    return { id: stone?.id ?? ++lastId, point, side }
  })
  return [...stayed, ...moved].sort((a, b) => a.id - b.id)
}
