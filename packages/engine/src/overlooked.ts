import {
  decodeMove,
  decodePosition,
  type Position,
  type RuleSet,
  type Side,
  sideToMove,
} from '@tegenzet/rules'
import type { RootBoard } from './root.ts'

/** How likely a point is overlooked, as a part of the level's share: far from the own last move, near what is new, elsewhere. */
const FAR = 1
const NEW = 0.7
const ELSEWHERE = 0.25
/** Further than this part of the board's width is far, nearer than that is near. */
const FAR_FROM = 0.5
const NEAR_TO = 0.3
/** No turn needs more bits. */
const TURNS = 1 << 17

/**
 * What a player overlooks for one move, as people do: turns to points far from where they played last, and to points near the
 * stone that the opponent has just moved.
 * @param positions all of the game so far
 * @param share of the points, from 0 to 1
 * @returns whether the player overlooks a turn, now and later on
 */
export function overlookedTurns(
  rules: RuleSet,
  positions: readonly Position[],
  board: RootBoard,
  share: number,
  random: () => number,
): (turn: number) => boolean {
  const { points } = rules.board
  const width = Math.max(...points.map(({ x }) => x))
  const own = lastTarget(rules, positions.slice(0, -1))
  const enemy = lastTarget(rules, positions)
  const distance = (name: string | null, { x, y }: { x: number; y: number }) => {
    const from = points.find((point) => point.name === name)
    return from ? Math.max(Math.abs(from.x - x), Math.abs(from.y - y)) / width : null
  }
  const unseen = new Set<string>()
  for (const point of points) {
    const isFar = (distance(own, point) ?? 0) > FAR_FROM
    const isNew = (distance(enemy, point) ?? 1) < NEAR_TO
    if (random() < share * (isFar ? FAR : isNew ? NEW : ELSEWHERE)) unseen.add(point.name)
  }
  /** By turn: 0 unknown, 1 seen, 2 overlooked. */
  const known = new Uint8Array(TURNS)
  return (turn) => {
    if (known[turn] === 0) known[turn] = unseen.has(decodeMove(rules, board.notation(turn)).to) ? 2 : 1
    return known[turn] === 2
  }
}

/** Where the stone stands that was played last; null before the first move. */
function lastTarget(rules: RuleSet, positions: readonly Position[]): string | null {
  const [before, after] = positions.slice(-2)
  if (before === undefined || after === undefined) return null
  const mover: Side = sideToMove(before)
  const [stones, earlier] = [decodePosition(rules, after).stones, decodePosition(rules, before).stones]
  return Object.keys(stones).find((name) => stones[name] === mover && earlier[name] !== mover) ?? null
}
