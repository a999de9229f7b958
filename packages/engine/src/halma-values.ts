import { valueAt } from '@tegenzet/common'
import { type HalmaRules, perRuleSet, pointOf } from '@tegenzet/rules'
import { BLACK, halmaTables, type Stone, WHITE } from '@tegenzet/rules/halma'

/** The value of a step towards the goal, in hundredths of a stone. */
export const STEP_VALUE = 10

/** The value of a square for a stone; computed once per rule set. */
export interface HalmaValues {
  /** By side and square: the value of a stone there. */
  square: Record<Stone, Int32Array>
  /** The same with a step for leaving the own camp and one for entering the other: turns that gain most come first. */
  priority: Record<Stone, Int32Array>
  /** By side: the steps from a square to one of the goal, in any of the eight directions: index `square * goal.length + number`. */
  goalSteps: Record<Stone, Uint8Array>
  /** By side: the squares of the opponent's camp. */
  goals: Record<Stone, number[]>
  /** By side and square: two random integers, for the hash of a position. */
  keys: Record<Stone, { low: Int32Array; high: Int32Array }>
}

export const halmaValues = perRuleSet(compute)

function compute(rules: HalmaRules): HalmaValues {
  const { board } = rules
  const { squareOf, blank, camps } = halmaTables(rules)
  const last = board.size - 1
  const bySquare = () => new Int32Array(blank.length)
  const bySide = <T>(make: () => T): Record<Stone, T> => ({ [WHITE]: make(), [BLACK]: make() })
  const random = xorshift()
  const values: HalmaValues = {
    square: bySide(bySquare),
    priority: bySide(bySquare),
    goalSteps: bySide(() => new Uint8Array(blank.length * rules.stones)),
    goals: {
      [WHITE]: board.camps.black.map((name) => valueAt(squareOf, name)),
      [BLACK]: board.camps.white.map((name) => valueAt(squareOf, name)),
    },
    keys: bySide(() => ({ low: bySquare().map(random), high: bySquare().map(random) })),
  }
  for (const { name, x, y } of board.points) {
    const square = valueAt(squareOf, name)
    for (const stone of [WHITE, BLACK] as const)
      board.camps[stone === WHITE ? 'black' : 'white'].forEach((name, number) => {
        const goal = pointOf(rules, name)
        const steps = Math.max(Math.abs(x - goal.x), Math.abs(y - goal.y))
        values.goalSteps[stone][square * rules.stones + number] = steps
      })
    const offDiagonal = Math.abs(x + y - last)
    for (const stone of [WHITE, BLACK] as const) {
      // files and ranks to the corner of the goal
      const away = stone === WHITE ? x + last - y : last - x + y
      // a straggler costs more than its steps; stones build ladders to jump along on the diagonal
      const value = -(STEP_VALUE * away + Math.trunc((away * away) / 2) + offDiagonal * 2)
      values.square[stone][square] = value
      const camp = camps[square]
      values.priority[stone][square] = value + (camp === stone ? -STEP_VALUE : camp === 0 ? 0 : STEP_VALUE)
    }
  }
  return values
}

/** A fixed sequence of integers: hash keys need no real randomness. */
function xorshift(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state
  }
}
