import { ok, type Result, refuse } from '@tegenzet/common'
import type { Outcome, Position, PositionKey, RuleRefusal, RuleSet } from '@tegenzet/rules'
import {
  GAME_OVER,
  playTurn,
  positionOutcome,
  samePositionKey,
  startPosition,
  withRepetition,
} from '@tegenzet/rules'

/** A position with the positions on the way to it, which repetition depends on. Paths share their beginnings. */
export interface Path {
  readonly position: Position
  readonly key: PositionKey
  /** How the game ends here; null if it goes on. */
  readonly outcome: Outcome | null
  /** Null where the path starts. */
  readonly before: Path | null
}

/** The path of no moves. */
export function pathFrom(rules: RuleSet, start: Position | null): Path {
  const position = start ?? startPosition(rules)
  const key = samePositionKey(rules, position)
  return { position, key, outcome: positionOutcome(rules, position), before: null }
}

/** Parses and plays a move at the end of a path. Refused as `malformed-move`, `illegal-move` or `game-over`. */
export function playAlong(rules: RuleSet, before: Path, text: string): Result<Path, RuleRefusal> {
  if (before.outcome) return refuse(GAME_OVER)
  const turn = playTurn(rules, before.position, text)
  if (!turn.ok) return turn
  const { position } = turn.value
  const key = samePositionKey(rules, position)
  const outcome = withRepetition(rules, turn.value.outcome, occurrenceAfter(rules, before, key))
  return ok({ position, key, outcome, before })
}

/** How often a position with this key has occurred once it follows the path. Counted only where the count ends games. */
function occurrenceAfter(rules: RuleSet, before: Path, key: PositionKey): number {
  let occurrence = 1
  if (rules.draws.repetition !== 'automatic') return occurrence
  for (let at: Path | null = before; at; at = at.before) if (at.key === key) occurrence++
  return occurrence
}
