/** In 16ths of a hundredth of a stone; `own` and `enemy` by feature. */
export interface Weights {
  stone: number
  turn: number
  own: readonly number[]
  enemy: readonly number[]
}

/** Phases 0 to 3 are those of placing, the fewer stones in hand the later. */
export const MOVING = 4
/** One side has three stones left and flies. */
export const FLYING = 5

const HAND_MADE: { stone: number; turn: number; own: number[]; enemy: number[] }[] = [
  // one two mill guarded ready unwatched moves blocked tight crossing fork shuttle
  {
    stone: 100,
    turn: 6,
    own: [2, 50, 15, -6, 2, 0, 2, -6, -2, 4, 3, 0],
    enemy: [2, 14, 15, -6, 2, 0, 2, -6, -2, 4, 3, 0],
  },
  {
    stone: 100,
    turn: 6,
    own: [2, 50, 15, -6, 2, 0, 3, -7, -2, 4, 3, 5],
    enemy: [2, 14, 15, -6, 2, 2, 3, -7, -2, 4, 3, 5],
  },
  {
    stone: 100,
    turn: 6,
    own: [1, 50, 15, -6, 4, 2, 4, -9, -3, 4, 2, 15],
    enemy: [1, 12, 15, -6, 4, 4, 4, -9, -3, 4, 2, 15],
  },
  {
    stone: 100,
    turn: 6,
    own: [0, 45, 15, -6, 5, 5, 6, -11, -3, 3, 0, 20],
    enemy: [0, 10, 15, -6, 5, 5, 6, -11, -3, 3, 0, 20],
  },
  {
    stone: 100,
    turn: 4,
    own: [0, 5, 14, -4, 50, 5, 4, -9, -3, 2, 0, 25],
    enemy: [0, 5, 14, -4, 10, 8, 4, -9, -3, 2, 0, 25],
  },
  {
    stone: 130,
    turn: 12,
    own: [0, 60, 4, -4, 20, 0, 1, -1, 0, 0, 0, 0],
    enemy: [0, 20, 4, -4, 5, 0, 1, -1, 0, 0, 0, 0],
  },
]

export function weightsOf(_: { flying: boolean; diagonal: boolean }, phase: number): Weights {
  const { stone, turn, own, enemy } = HAND_MADE[phase]!
  const scaled = (weights: number[]) => weights.map((weight) => 16 * weight)
  return { stone: 16 * stone, turn: 16 * turn, own: scaled(own), enemy: scaled(enemy) }
}
