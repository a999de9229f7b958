import { itemAt } from '@tegenzet/rules'
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
export const PHASES = 6

type Kind = `${'plain' | 'diagonal'} ${'flying' | 'walking'}`

/** In hundredths of a stone, by kind of rules and by phase. Fitted by `bench/tune.ts` to games of the engine against itself. */
const WEIGHTS: Record<Kind, readonly Weights[]> = {
  'plain flying': [
    {
      stone: 96,
      turn: 31,
      own: [-9, 70, 13, 18, 2, 0, 23, 41, -5, -19, 12, 0],
      enemy: [2, 22, 24, -2, 11, -10, 13, 34, 9, 0, 9, 0],
    },
    {
      stone: 65,
      turn: 34,
      own: [-6, 70, 8, -26, 10, 10, 17, 0, 0, 7, -5, 4],
      enemy: [-7, 23, -2, -29, 11, -14, 16, 2, 3, 15, -4, -29],
    },
    {
      stone: 76,
      turn: 13,
      own: [-4, 68, 19, -17, 12, -16, 14, -14, -1, 9, -8, 19],
      enemy: [-2, 28, -2, -27, 5, -45, 12, -9, -1, 11, -6, 39],
    },
    {
      stone: 86,
      turn: -2,
      own: [2, 75, 25, -8, 19, -77, 8, -20, 1, 7, -7, 43],
      enemy: [6, 44, 0, -24, 50, -53, 7, -16, -2, 15, -10, 14],
    },
    {
      stone: 100,
      turn: -2,
      own: [2, 8, 27, -5, 68, 26, 1, -25, 2, 5, 3, 61],
      enemy: [4, 1, 9, -14, 11, 58, 0, -20, 0, 11, -2, 27],
    },
    {
      stone: 130,
      turn: 37,
      own: [-3, 15, -9, 14, 37, 15, -14, -11, -14, 11, 24, 25],
      enemy: [-11, 17, -21, -10, 10, 7, -7, 3, -6, 10, 21, 42],
    },
  ],
  'plain walking': [
    {
      stone: 44,
      turn: 11,
      own: [-22, 8, 6, -58, 1, 0, 12, 14, 0, 14, -10, 0],
      enemy: [-23, -29, 12, -55, 1, -24, 13, 4, -5, 16, -13, 0],
    },
    {
      stone: 40,
      turn: 14,
      own: [-13, 31, 13, -41, 18, 16, 9, -8, -2, 6, 0, 2],
      enemy: [-13, -9, 0, -40, 12, -4, 9, -7, -3, 11, 3, -12],
    },
    {
      stone: 49,
      turn: 6,
      own: [-13, 42, 12, -34, -8, -9, 8, -12, 0, 6, 8, -10],
      enemy: [-12, 3, 1, -42, 20, -11, 7, -10, 0, 11, 2, 4],
    },
    {
      stone: 60,
      turn: -8,
      own: [-14, 57, 15, -26, 10, -24, 3, -18, -2, 3, 2, -9],
      enemy: [-10, 0, 6, -35, 30, -12, 3, -19, -2, 10, -1, 34],
    },
    {
      stone: 100,
      turn: 1,
      own: [4, 12, 40, -4, 80, 35, 2, -30, 0, 4, 6, 79],
      enemy: [8, 7, 16, -15, 17, 62, 0, -21, -1, 10, 2, 49],
    },
    {
      stone: 130,
      turn: 5,
      own: [0, 23, 2, -2, 8, 0, 1, -1, 0, 0, 0, 0],
      enemy: [0, 8, 2, -2, 2, 0, 1, -1, 0, 0, 0, 0],
    },
  ],
  'diagonal flying': [
    {
      stone: 90,
      turn: 133,
      own: [92, 235, 16, 23, 3, 0, 0, -42, 5, 32, 8, 0],
      enemy: [65, 194, 0, -6, -19, 4, 12, -26, 16, 25, 8, 0],
    },
    {
      stone: 134,
      turn: 66,
      own: [47, 245, 38, 11, -51, 49, 3, -2, 2, 21, 24, 86],
      enemy: [33, 193, 19, 24, -4, 48, 2, -26, -13, 12, 26, 122],
    },
    {
      stone: 197,
      turn: 27,
      own: [23, 265, 50, 4, -24, 11, -11, -53, -21, 17, 43, 171],
      enemy: [24, 196, 34, 25, 24, 17, -17, -78, -29, 10, 15, 51],
    },
    {
      stone: 249,
      turn: 10,
      own: [18, 223, 68, 22, 33, -39, -32, -106, -35, 15, 24, 289],
      enemy: [19, 113, 43, 15, 98, -48, -27, -96, -50, 15, 12, 80],
    },
    {
      stone: 100,
      turn: -5,
      own: [11, 23, 132, 24, 149, 26, -8, -49, -7, 3, 2, 137],
      enemy: [15, 18, 104, 14, 78, 54, -10, -42, -8, 7, -4, 87],
    },
    {
      stone: 130,
      turn: 59,
      own: [12, 103, 130, 13, 84, 4, -3, -3, -8, 1, 11, 67],
      enemy: [18, 89, 114, 39, 55, 1, -3, -2, -5, -1, 11, 70],
    },
  ],
  'diagonal walking': [
    {
      stone: 33,
      turn: 42,
      own: [29, 87, 5, 10, 0, 0, 0, -26, -3, 17, 4, 0],
      enemy: [21, 73, 9, -12, 10, 11, 3, 5, 7, 15, 6, 0],
    },
    {
      stone: 52,
      turn: 27,
      own: [16, 95, 18, 0, -8, 0, 2, 4, 4, 10, 11, 25],
      enemy: [12, 76, 12, 4, 4, 8, 1, -7, -3, 6, 8, 31],
    },
    {
      stone: 63,
      turn: 8,
      own: [14, 98, 22, 2, -12, 3, -2, -4, 0, 9, 13, 57],
      enemy: [11, 76, 17, 6, 6, -3, -3, -11, -6, 7, 5, 22],
    },
    {
      stone: 71,
      turn: 1,
      own: [10, 102, 30, 7, -1, -21, -3, -8, -2, 9, 5, 79],
      enemy: [14, 49, 10, 1, 16, -14, -4, -7, -2, 10, -1, 45],
    },
    {
      stone: 100,
      turn: 6,
      own: [7, 15, 31, 9, 69, 22, 4, -4, 1, 5, -2, 63],
      enemy: [8, 12, 15, 4, 32, 28, 4, -1, 0, 9, -5, 44],
    },
    {
      stone: 130,
      turn: 4,
      own: [0, 18, 1, -1, 6, 0, 0, 0, 0, 0, 0, 0],
      enemy: [0, 6, 1, -1, 2, 0, 0, 0, 0, 0, 0, 0],
    },
  ],
}

/** @param diagonal whether the board has diagonal lines */
export function weightsOf(
  { flying, diagonal }: { flying: boolean; diagonal: boolean },
  phase: number,
): Weights {
  const { stone, turn, own, enemy } = itemAt(
    WEIGHTS[`${diagonal ? 'diagonal' : 'plain'} ${flying ? 'flying' : 'walking'}`],
    phase,
  )
  const scaled = (weights: readonly number[]) => weights.map((weight) => 16 * weight)
  return { stone: 16 * stone, turn: 16 * turn, own: scaled(own), enemy: scaled(enemy) }
}
