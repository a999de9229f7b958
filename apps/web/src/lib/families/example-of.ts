import { itemAt } from '@tegenzet/common'
import {
  type ByFamily,
  byFamily,
  closedMills,
  type DecodedMove,
  decodeMove,
  decodePosition,
  type HalmaRules,
  moveNumber,
  type Position,
  pointOf,
  type RuleSet,
  replay,
  routeOf,
  type Stones,
  trustedMove,
} from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { Marks } from '$lib/boards/marks.ts'

/** A position for the rules page, with its last move marked and explained. */
export interface Example {
  stones: Stones
  marks: Marks
  caption: string
}

/**
 * The position after a rule set's example game.
 * @throws if the game is illegal; a test of the rules package plays all of them
 */
export function exampleOf(rules: RuleSet): Example {
  const moves = rules.exampleGame.split(' ').map(trustedMove)
  const game = replay(rules, moves)
  if (!game.ok) throw new Error(game.error.message)
  const { positions } = game.value
  const [before, position] = [itemAt(positions, -2), itemAt(positions, -1)]
  const played = moves.at(-1)
  if (!played) throw new Error('an example game has moves')
  const { from, to, captured } = decodeMove(rules, played)
  const { stones } = decodePosition(rules, position)
  const move = `${moveNumber(moves.length)}. ${played}`
  return byFamily(rules, EXAMPLES)({ before, stones, from, to, captured, move })
}

/** The last move of an example game, and the stones after it. */
interface LastMove extends DecodedMove {
  before: Position
  stones: Stones
  /** With its number. */
  move: string
}

export const EXAMPLES: ByFamily<(last: LastMove) => Example> = {
  mill:
    (rules) =>
    ({ stones, from, to, captured, move }) => {
      const mills = closedMills(rules.board, stones)
      const mill = mills.find((points) => points.includes(to))?.join('-') ?? ''
      const caption = m.rules_example_mill({ move, mill, captured: captured ?? '' })
      return { stones, marks: { move: { from, to, captured }, mills }, caption }
    },
  halma:
    (rules) =>
    ({ before, stones, from, to, captured, move }) => {
      const path = (from !== null && routeOf(rules, before, from, to)) || []
      const over = from === null ? '' : pointBetween(rules, from, to)
      const caption = m.rules_example_halma({ move, over })
      return { stones, marks: { move: { from, to, captured }, path }, caption }
    },
}

function pointBetween(rules: HalmaRules, from: string, to: string): string {
  const [a, b] = [pointOf(rules, from), pointOf(rules, to)]
  return rules.board.points.find(({ x, y }) => 2 * x === a.x + b.x && 2 * y === a.y + b.y)?.name ?? ''
}
