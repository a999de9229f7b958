import { type Coordinates, type Layout, SIZE } from '@tegenzet/rules/board'
import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import type { PlacedStone } from './placed-stones.ts'

const TRAVEL_MS = 280
const HOP_MS = 200
/** A stone on a pile beside the board is so much smaller than one on it. */
const PILE_SCALE = 0.6
/** How high a stone looks in the middle of a jump. */
const HOP_SCALE = 1.16

const place = ({ x, y }: Coordinates, scale = 1) => `translate(${x}px, ${y}px) scale(${scale})`

/** The pile a stone comes from or goes to, in the board's units. Without one it is just outside, at its player's side. */
export function pileOf(
  board: HTMLElement,
  pile: 'hand' | 'taken',
  { side }: PlacedStone,
  flipped: boolean,
): Coordinates {
  const drawn = board.closest('[data-board-area]')?.querySelector(`[data-pile="${pile}-${side}"]`)
  const player = pile === 'hand' ? side : side === 'white' ? 'black' : 'white'
  const below = (player === 'white') !== flipped
  if (!drawn) return { x: SIZE / 4, y: below ? SIZE + 40 : -40 }
  const [frame, box] = [board.getBoundingClientRect(), drawn.getBoundingClientRect()]
  const units = SIZE / frame.width
  return {
    x: (box.right - box.height / 2 - frame.left) * units,
    y: (box.top + box.height / 2 - frame.top) * units,
  }
}

/** A transition of a stone between a pile and its point. */
export const travel = (pile: Coordinates, point: Coordinates): TransitionConfig => ({
  duration: TRAVEL_MS,
  easing: cubicOut,
  css: (t, u) => {
    const at = { x: pile.x * u + point.x * t, y: pile.y * u + point.y * t }
    return `transform: ${place(at, PILE_SCALE * u + t)}; opacity: ${Math.min(1, t * 3)}`
  },
})

/** Lets a stone jump along its path, square by square. */
export function hop(stone: Element, layout: Layout, path: readonly string[]): Animation {
  const frames = path.flatMap((square, n) => {
    const here = layout.at(square)
    const next = path[n + 1]
    if (next === undefined) return [{ transform: place(here) }]
    const there = layout.at(next)
    const middle = { x: (here.x + there.x) / 2, y: (here.y + there.y) / 2 }
    return [{ transform: place(here) }, { transform: place(middle, HOP_SCALE) }]
  })
  return stone.animate(frames, { duration: HOP_MS * (path.length - 1), easing: 'ease-in-out' })
}

/** Shakes a stone that cannot be picked, or pushes it towards a point it cannot go to. */
export function nudge(stone: Element, { x, y }: Coordinates = { x: 0, y: 0 }): void {
  const length = Math.hypot(x, y)
  const [dx, dy] = length > 0 ? [(x / length) * 9, (y / length) * 9] : [6, 0]
  const at = (share: number) => ({ transform: `translate(${dx * share}px, ${dy * share}px)` })
  stone.animate(length > 0 ? [at(0), at(1), at(0)] : [at(0), at(-1), at(1), at(-0.6), at(0.6), at(0)], {
    duration: 260,
    easing: 'ease-out',
  })
}
