import {
  decodeMove,
  decodePosition,
  legalMoves,
  type Move,
  type Position,
  play,
  pointOf,
  type RuleSet,
  type Side,
} from '@tegenzet/rules'
import { existing } from '../store/existing.ts'

/** Scores a legal move in a position. The highest score is played. */
export type MovePreference = (rules: RuleSet, position: Position, move: Move) => number

/** Captures whenever possible. */
export const capturing: MovePreference = (_rules, _position, move) => (move.includes('x') ? 1 : 0)

/** Has no preference. */
export const indifferent: MovePreference = () => 0

/** Never captures. */
export const peaceful: MovePreference = (_rules, _position, move) => (move.includes('x') ? -1000 : 0)

/** Moves back and forth, because it prefers moves by alphabet, and never captures. */
export const repeating: MovePreference = (_rules, _position, move) =>
  move.includes('x') ? -1000 : -move.charCodeAt(0)

/** Never captures, and leaves the opponent as few moves as possible. */
export const blocking: MovePreference = (rules, position, move) => {
  const played = play(rules, [position], move)
  if (!played.ok || move.includes('x')) return -1000
  return -legalMoves(rules, played.value.position).length
}

/** Halma: moves towards the goal, with a slight preference for the last stones. */
export const racing: MovePreference = (rules, position, move) => progress(rules, position, move, 0)

/** Halma: leaves its camp and waits in the middle; after move 50 a stone returns, which loses. */
export const returning: MovePreference = (rules, position, move) =>
  progress(rules, position, move, 9) * (decodePosition(rules, position).moveNumber > 50 ? -10 : 1)

/** Halma: white leaves its camp, black moves at random. */
export const blackLate: MovePreference = (rules, position, move) =>
  decodePosition(rules, position).side === 'white' ? progress(rules, position, move, 9) : 0

/** The progress of a move towards the goal's corner. Steps nearer than `enough` do not count. */
function progress(rules: RuleSet, position: Position, move: Move, enough: number): number {
  const { side } = decodePosition(rules, position)
  const { from, to } = decodeMove(rules, move)
  const before = Math.max(enough, stepsToGoal(rules, side, existing(from)))
  const after = Math.max(enough, stepsToGoal(rules, side, to))
  return 2 * (before - after) + before / 25
}

/** Files and ranks to the corner of the opponent's camp. */
function stepsToGoal(rules: RuleSet, side: Side, point: string): number {
  const { x, y } = pointOf(rules, point)
  const last = Math.max(...rules.board.points.map((each) => each.x))
  return side === 'white' ? x + (last - y) : last - x + y
}
