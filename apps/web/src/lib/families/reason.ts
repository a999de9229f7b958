import { type Move, type Position, playTurn, type RuleSet } from '@tegenzet/rules'

/** Why a move was worse than another, where that can be said. */
export type Reason =
  /** The position was won in so many plies. */
  | { kind: 'was-won'; plies: number }
  /** The opponent now wins in so many plies. */
  | { kind: 'loses'; plies: number }
  | { kind: 'was-drawn' }
  | MillReason
  | HalmaReason

export type MillReason =
  | { kind: 'two-mills' }
  | { kind: 'allows-mill' }
  | { kind: 'misses-mill' }
  /** So many own stones have no move. */
  | { kind: 'blocked'; count: number }

export type HalmaReason =
  /** So many stones stay behind in their own camp. */
  | { kind: 'stays-in-camp'; count: number }
  /** The opponent jumps so many times in one move. */
  | { kind: 'allows-chain'; jumps: number }
  /** A move with so many jumps would have led further. */
  | { kind: 'misses-chain'; jumps: number }
  /** The better move prepares a move with so many jumps. */
  | { kind: 'misses-preparation'; jumps: number }
  | { kind: 'moves-back' }

/** A mistake with what follows it, beside the best move with what follows that. */
export interface Compared {
  move: Move
  /** From the position after the move on: the best answer. */
  played: PlayedLine
  /** From the position before the move on: the best move, the answer to it, and the next own move. */
  best: PlayedLine
}

/** Positions, and the moves between them. */
interface PlayedLine {
  positions: readonly Position[]
  moves: readonly Move[]
}

/** Plays moves, as far as they are legal and the game goes on. */
export function playLine(rules: RuleSet, start: Position, moves: readonly Move[]): PlayedLine {
  const line = { positions: [start], moves: [] as Move[] }
  let position = start
  for (const move of moves) {
    const turn = playTurn(rules, position, move)
    if (!turn.ok) break
    position = turn.value.position
    line.positions.push(position)
    line.moves.push(move)
  }
  return line
}
