import type { Side } from '@tegenzet/rules'

/** A stone with an identity of its own, so that its move can be animated. */
export interface PlacedStone {
  id: number
  point: string
  side: Side
}

/** What a new position changed, and the stones in it. */
export interface StoneChanges {
  stones: PlacedStone[]
  moved: PlacedStone[]
  appeared: PlacedStone[]
  left: PlacedStone[]
  /** More has changed than two moves can: another position is shown, and nothing travels there. */
  sudden: boolean
}

let lastId = 0

/** Two moves, the second of them answered at once, change two stones each. */
const MOST_CHANGES = 4

/**
 * Finds the stones of the last position in the new one. A stone that left a point and a stone of the same side that
 * appeared elsewhere are the same one; a move has at most one of each.
 */
export function followStones(
  before: readonly PlacedStone[],
  stones: Readonly<Record<string, Side>>,
): StoneChanges {
  const stayed = before.filter(({ point, side }) => stones[point] === side)
  const left = before.filter((stone) => !stayed.includes(stone))
  const occupied = new Set(stayed.map(({ point }) => point))
  const moved: PlacedStone[] = []
  const appeared: PlacedStone[] = []
  for (const [point, side] of Object.entries(stones)) {
    if (occupied.has(point)) continue
    const at = left.findIndex((stone) => stone.side === side)
    const [stone] = at < 0 ? [] : left.splice(at, 1)
    if (stone) moved.push({ ...stone, point })
    else appeared.push({ id: ++lastId, point, side })
  }
  return {
    stones: [...stayed, ...moved, ...appeared].sort((a, b) => a.id - b.id),
    moved,
    appeared,
    left,
    sudden: moved.length + appeared.length + left.length > MOST_CHANGES,
  }
}
