import { type Result, refuse } from '@tegenzet/common'
import { type Move, parseMove, type RefusedPly, type Replayed, type RuleSet, replay } from '../src/index.ts'

/** Replays moves from outside. Refuses the first that is malformed or cannot be played, whichever comes first. */
export function replayRecord(rules: RuleSet, texts: readonly string[]): Result<Replayed, RefusedPly> {
  const moves: Move[] = []
  for (const text of texts) {
    const move = parseMove(rules, text)
    if (!move.ok) {
      const before = replay(rules, moves)
      return before.ok ? refuse({ ...move.error, ply: moves.length + 1, move: text }) : before
    }
    moves.push(move.value)
  }
  return replay(rules, moves)
}
