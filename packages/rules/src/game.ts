import { REPETITION } from './draws.ts'
import type { Outcome } from './outcome.ts'
import { sideOfLetter } from './position-text.ts'
import { quoted, type Refusal } from './refusal.ts'
import { ok, type Result, refuse } from './result.ts'
import type { MoveView, PositionView, TurnResult } from './rule-engine.ts'
import { ruleEngine } from './rule-engines.ts'
import type { RuleSet } from './rule-set.ts'
import type { Side } from './side.ts'

/** A turn played. `positions[n]` of a game is its position after n plies, so that a ply has the number of the position it made. */
export interface Played {
  move: string
  position: string
  /** How many times this same position has stood by now. */
  occurrence: number
  /** Plies since the counter's last reset; null in Halma. */
  quiet: number | null
  closesMill: boolean
  captured: string | null
  outcome: Outcome | null
  /** The numbers of the positions that are the same as the new one, itself included. */
  repeats: number[]
}

/** A game made from its moves: everything by position number, from 0. */
export interface Replayed {
  positions: string[]
  occurrences: number[]
  quiets: (number | null)[]
  outcome: Outcome | null
}

export const startPosition = (rules: RuleSet): string => ruleEngine(rules).startPosition()

/** A position typed in: itself where it is one, else refused as `malformed-position` with what was expected. */
export const checkPosition = (rules: RuleSet, text: string): Result<string, Refusal> =>
  ruleEngine(rules).checkPosition(text)

/** How the game stands by this position alone; repetition, which is in the game behind it, is not seen. */
export const positionOutcome = (rules: RuleSet, position: string): Outcome | null =>
  ruleEngine(rules).outcome(position)

/** Sorted by code point; none when the position is itself finished by the rules. */
export const legalMoves = (rules: RuleSet, position: string): string[] =>
  ruleEngine(rules).legalMoves(position).sort()

/** How many lines of `depth` turns there are from a position; at depth 1 the number of its legal moves. */
export const perft = (rules: RuleSet, position: string, depth: number): number =>
  ruleEngine(rules).perft(position, depth)

export const sideToMove = (position: string): Side => sideOfLetter(position[position.indexOf(' ') + 1]!)

/** The fields of a position text that make the same position: stones, side to move, hands. Counters are left out. */
export const samePositionKey = (rules: RuleSet, position: string): string =>
  position.split(' ', ruleEngine(rules).keyFields).join(' ')

export const readPosition = (rules: RuleSet, position: string): PositionView =>
  ruleEngine(rules).readPosition(position)

/** The points a move names. What is no move's notation is a bug here and throws. */
export function readMove(rules: RuleSet, move: string): MoveView {
  const view = ruleEngine(rules).readMove(move)
  if (!view) throw new SyntaxError(`${quoted(move)} is no move`)
  return view
}

/** For each position how many times it has stood by then. */
export function occurrences(rules: RuleSet, positions: readonly string[]): number[] {
  const stood = new Map<string, number>()
  return positions.map((position) => stand(stood, samePositionKey(rules, position)))
}

function stand(stood: Map<string, number>, key: string): number {
  const occurrence = (stood.get(key) ?? 0) + 1
  stood.set(key, occurrence)
  return occurrence
}

/** The numbers of the positions that are the same as `position`. */
function repeatsOf(rules: RuleSet, positions: readonly string[], position: string): number[] {
  const key = `${samePositionKey(rules, position)} `
  return positions.flatMap((other, number) => (other.startsWith(key) ? [number] : []))
}

/** A win comes before a draw, repetition before quiet moves (docs/rules.md, mill 6 and the table). */
function settle(rules: RuleSet, outcome: Outcome | null, occurrence: number): Outcome | null {
  const drawn = rules.draws.repetition === 'automatic' && occurrence >= REPETITION
  return drawn && !outcome?.winner ? { winner: null, reason: 'repetition' } : outcome
}

const over: Refusal = {
  code: 'game-over',
  message: 'the game has ended: expected no more moves',
  params: {},
}

/**
 * Plays a move in the last of `positions`, which are all positions of the game so far; the array is left as it is.
 * Refused as `malformed-move`, `illegal-move` or `game-over`.
 */
export function play(rules: RuleSet, positions: readonly string[], move: string): Result<Played, Refusal> {
  const position = positions.at(-1)
  if (position === undefined) throw new RangeError('a game has at least its start position')
  const outcome = positionOutcome(rules, position)
  if (settle(rules, outcome, repeatsOf(rules, positions, position).length)) return refuse(over)
  const turned = ruleEngine(rules).turn(position, move)
  if (!turned.ok) return turned
  const repeats = [...repeatsOf(rules, positions, turned.value.position), positions.length]
  return ok(played(rules, move, turned.value, repeats))
}

function played(rules: RuleSet, move: string, turned: TurnResult, repeats: number[]): Played {
  const occurrence = repeats.length
  return { ...turned, move, occurrence, repeats, outcome: settle(rules, turned.outcome, occurrence) }
}

/** Plays a whole game from the start; refuses the first move that cannot be played, with its ply (from 1). */
export function replay(
  rules: RuleSet,
  moves: readonly string[],
): Result<Replayed, Refusal & { ply: number; move: string }> {
  const start = startPosition(rules)
  const game: Replayed = { positions: [start], occurrences: [], quiets: [], outcome: null }
  const stood = new Map<string, number>()
  game.occurrences.push(stand(stood, samePositionKey(rules, start)))
  game.quiets.push(readPosition(rules, start).quiet)
  for (const [index, move] of moves.entries()) {
    const turned = game.outcome ? refuse(over) : ruleEngine(rules).turn(game.positions[index]!, move)
    if (!turned.ok) return refuse({ ...turned.error, ply: index + 1, move })
    const { position, quiet, outcome } = turned.value
    const occurrence = stand(stood, samePositionKey(rules, position))
    game.positions.push(position)
    game.occurrences.push(occurrence)
    game.quiets.push(quiet)
    game.outcome = settle(rules, outcome, occurrence)
  }
  return ok(game)
}

/** Whether a legal move ends the game at once with the mover's loss: Halma's camp that must stay clear. Warn before sending it. */
export function losesAtOnce(rules: RuleSet, positions: readonly string[], move: string): boolean {
  const result = play(rules, positions, move)
  if (!result.ok) return false
  return result.value.outcome?.winner === sideToMove(result.value.position)
}
