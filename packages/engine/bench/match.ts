import { itemAt } from '@tegenzet/common'
import {
  legalMoves,
  type Move,
  type Outcome,
  type Position,
  play,
  type RuleSet,
  type Side,
  sideToMove,
  startPosition,
} from '@tegenzet/rules'

/** Chooses a move, given all positions of the game so far. */
export type Player = (rules: RuleSet, positions: readonly Position[]) => Move

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const randomPlayer =
  (random: () => number): Player =>
  (rules, positions) => {
    const moves = legalMoves(rules, positions.at(-1)!)
    return moves[Math.floor(random() * moves.length)]!
  }

/** @returns the positions of a random game of so many plies, fewer if it ends before */
export function randomGame(rules: RuleSet, seed: number, plies: number): Position[] {
  const player = randomPlayer(randomFrom(seed))
  const positions = [startPosition(rules)]
  while (positions.length <= plies) {
    const played = play(rules, positions, player(rules, positions))
    if (!played.ok || played.value.outcome) break
    positions.push(played.value.position)
  }
  return positions
}

/**
 * Plays a game to its end, or for `maxPlies` plies; then the outcome is null.
 * @param opening the positions that it begins with
 */
export function match(
  rules: RuleSet,
  players: Record<Side, Player>,
  maxPlies = 600,
  opening: readonly Position[] = [startPosition(rules)],
): { outcome: Outcome | null; moves: Move[] } {
  const positions = [...opening]
  const moves: Move[] = []
  while (moves.length < maxPlies) {
    const move = players[sideToMove(itemAt(positions, -1))](rules, positions)
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    positions.push(played.value.position)
    moves.push(move)
    if (played.value.outcome) return { outcome: played.value.outcome, moves }
  }
  return { outcome: null, moves }
}
