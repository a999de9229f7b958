import { itemAt, ok, type Result, refuse } from '@tegenzet/common'
import { REPETITION } from './draws.ts'
import type { Move, Position, PositionKey } from './notation.ts'
import { pliesBefore } from './numbering.ts'
import type { Outcome } from './outcome.ts'
import { sideOfLetter } from './position-text.ts'
import type { RuleRefusal } from './refusal.ts'
import type { DecodedMove, DecodedPosition, TurnResult } from './rule-engine.ts'
import { ruleEngine } from './rule-engines.ts'
import type { RuleSet } from './rule-set.ts'
import type { Side } from './side.ts'

/** A turn played in one position, without the game before it. */
export interface Turn extends TurnResult {
  move: Move
}

/** A turn of a game whose positions are known. Position n results from ply n. */
export interface Played extends Turn {
  /** How often this position has occurred so far. */
  occurrence: number
  /** The numbers of the positions equal to the new one, including its own. */
  repeats: number[]
}

/** A game rebuilt from its moves: every list by position number, from 0. */
export interface Replayed {
  positions: Position[]
  occurrences: number[]
  quiets: (number | null)[]
  outcome: Outcome | null
}

/** A refusal of one move of a game; `ply` counts from 1. */
export type RefusedPly = RuleRefusal & { ply: number; move: string }

export const startPosition = (rules: RuleSet): Position => ruleEngine(rules).startPosition()

/**
 * Checks a position text from outside (docs/rules.md, notation). Refused as `malformed-position`, with a message that
 * says what was expected.
 */
export const parsePosition = (rules: RuleSet, text: string): Result<Position, RuleRefusal> =>
  ruleEngine(rules).parsePosition(text)

/**
 * Checks the notation of a move from outside, not whether it is legal. Refused as `malformed-move`, with a message that
 * says what was expected.
 */
export const parseMove = (rules: RuleSet, text: string): Result<Move, RuleRefusal> =>
  ruleEngine(rules).parseMove(text)

/** The stones, counters and side to move of a position. */
export const decodePosition = (rules: RuleSet, position: Position): DecodedPosition =>
  ruleEngine(rules).decodePosition(position)

/** The points of a move. */
export const decodeMove = (rules: RuleSet, move: Move): DecodedMove => ruleEngine(rules).decodeMove(move)

/**
 * The ply with which a position arose, by its move number and the side to move; 0 for the start of a game. A game from
 * any position goes on numbering from here: its first move is ply `plyOf(…) + 1`.
 */
export const plyOf = (rules: RuleSet, position: Position): number =>
  pliesBefore(decodePosition(rules, position))

export const sideToMove = (position: Position): Side =>
  sideOfLetter(position.charAt(position.indexOf(' ') + 1))

/** Positions with equal keys are equal (docs/rules.md, words). Counters do not belong to the key. */
export const samePositionKey = (rules: RuleSet, position: Position): PositionKey =>
  position.split(' ', ruleEngine(rules).keyFields).join(' ') as PositionKey

/** How this position alone ends the game; null if it goes on. `play` also considers repetition. */
export const positionOutcome = (rules: RuleSet, position: Position): Outcome | null =>
  ruleEngine(rules).outcome(position)

/** The points that a stone comes to on its way, both ends included; null in games where it goes straight there. */
export const routeOf = (rules: RuleSet, position: Position, from: string, to: string): string[] | null =>
  ruleEngine(rules).route(position, from, to)

/**
 * Where the stone on `from` may go on in the same move after it has gone along `path` (the points after `from`, in
 * order); none where a move is one step.
 */
export const onwardFrom = (
  rules: RuleSet,
  position: Position,
  from: string,
  path: readonly string[],
): string[] => ruleEngine(rules).onward(position, from, path)

/** The rows of stones of a position and its mirror images, each once; the position's own come first. */
export const imagesOf = (rules: RuleSet, position: Position): string[] => [
  ...new Set(ruleEngine(rules).images(position)),
]

/** Equal for positions that are equal or mirror images of each other, whatever the counters. */
export const foldedKey = (rules: RuleSet, position: Position): string => ruleEngine(rules).foldedKey(position)

/** Sorted by code point; none in a finished position. */
export const legalMoves = (rules: RuleSet, position: Position): Move[] =>
  ruleEngine(rules).legalMoves(position).sort()

/** The number of sequences of `depth` turns from a position; at depth 1 the number of its legal moves. */
export const perft = (rules: RuleSet, position: Position, depth: number): number =>
  ruleEngine(rules).perft(position, depth)

/** How often each position has occurred up to then. */
export function occurrences(rules: RuleSet, positions: readonly Position[]): number[] {
  const counts = new Map<PositionKey, number>()
  return positions.map((position) => increment(counts, samePositionKey(rules, position)))
}

function increment(counts: Map<PositionKey, number>, key: PositionKey): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** The numbers of the positions equal to `position`. */
function repeatsOf(rules: RuleSet, positions: readonly Position[], position: Position): number[] {
  const key = `${samePositionKey(rules, position)} `
  const numbers: number[] = []
  for (const [number, other] of positions.entries()) if (other.startsWith(key)) numbers.push(number)
  return numbers
}

/** Plies since the counter of quiet moves was last reset; null in games that do not count them. */
export function quietPlies(rules: RuleSet, position: Position): number | null {
  const field = ruleEngine(rules).quietField
  return field === null ? null : Number(position.split(' ')[field])
}

/**
 * How a turn ends the game, where its position has occurred so often. Adds automatic repetition: a win precedes a draw,
 * and repetition quiet moves (docs/rules.md, mill 6 and draws).
 */
export function withRepetition(rules: RuleSet, outcome: Outcome | null, occurrence: number): Outcome | null {
  const drawn = rules.draws.repetition === 'automatic' && occurrence >= REPETITION
  return drawn && !outcome?.winner ? { winner: null, reason: 'repetition' } : outcome
}

export const GAME_OVER: RuleRefusal = {
  code: 'game-over',
  message: 'the game has ended: expected no more moves',
  params: {},
}

/**
 * Parses and plays a move in a position of a running game, without the positions before it. `withRepetition` completes
 * its outcome. Refused as `malformed-move` or `illegal-move`.
 */
export function playTurn(rules: RuleSet, position: Position, text: string): Result<Turn, RuleRefusal> {
  const move = parseMove(rules, text)
  if (!move.ok) return move
  const turn = ruleEngine(rules).turn(position, move.value)
  return turn.ok ? ok({ ...turn.value, move: move.value }) : turn
}

/**
 * Plays a move in the last of `positions`, which are all positions of the game so far and are not changed. Refused as
 * `illegal-move` or `game-over`.
 */
export function play(
  rules: RuleSet,
  positions: readonly Position[],
  move: Move,
): Result<Played, RuleRefusal> {
  const position = itemAt(positions, -1)
  if (gameOutcome(rules, positions)) return refuse(GAME_OVER)
  const turn = ruleEngine(rules).turn(position, move)
  if (!turn.ok) return turn
  const repeats = [...repeatsOf(rules, positions, turn.value.position), positions.length]
  const occurrence = repeats.length
  const outcome = withRepetition(rules, turn.value.outcome, occurrence)
  return ok({ ...turn.value, move, occurrence, repeats, outcome })
}

/** How the rules end a game with these positions, from the start on; null if it goes on. */
export function gameOutcome(rules: RuleSet, positions: readonly Position[]): Outcome | null {
  const position = itemAt(positions, -1)
  const occurrence = rules.draws.repetition === 'automatic' ? repeatsOf(rules, positions, position).length : 1
  return withRepetition(rules, positionOutcome(rules, position), occurrence)
}

/** The positions of a stored game, from `start` on. Its moves are not checked: `replay` does that. */
export const positionsOf = (
  rules: RuleSet,
  moves: readonly Move[],
  start: Position = startPosition(rules),
): Position[] => ruleEngine(rules).positionsOf(moves, start)

/** Parses and plays a move from outside. Refused as `malformed-move`, `illegal-move` or `game-over`. */
export function playText(
  rules: RuleSet,
  positions: readonly Position[],
  text: string,
): Result<Played, RuleRefusal> {
  const move = parseMove(rules, text)
  return move.ok ? play(rules, positions, move.value) : move
}

/** Plays a whole game from `start`; refuses the first move that cannot be played. Its ply counts from `start` too. */
export function replay(
  rules: RuleSet,
  moves: readonly Move[],
  start: Position = startPosition(rules),
): Result<Replayed, RefusedPly> {
  const engine = ruleEngine(rules)
  const counts = new Map<PositionKey, number>()
  const game: Replayed = {
    positions: [start],
    occurrences: [increment(counts, samePositionKey(rules, start))],
    quiets: [engine.decodePosition(start).quiet],
    outcome: positionOutcome(rules, start),
  }
  for (const [index, move] of moves.entries()) {
    const turn = game.outcome ? refuse(GAME_OVER) : engine.turn(itemAt(game.positions, index), move)
    if (!turn.ok) return refuse({ ...turn.error, ply: index + 1, move })
    const { position, quiet, outcome } = turn.value
    const occurrence = increment(counts, samePositionKey(rules, position))
    game.positions.push(position)
    game.occurrences.push(occurrence)
    game.quiets.push(quiet)
    game.outcome = withRepetition(rules, outcome, occurrence)
  }
  return ok(game)
}

/** Whether a legal move loses at once, as Halma's camp rule can: clients warn before sending it. */
export function losesAtOnce(rules: RuleSet, positions: readonly Position[], move: Move): boolean {
  const result = play(rules, positions, move)
  if (!result.ok) return false
  return result.value.outcome?.winner === sideToMove(result.value.position)
}
