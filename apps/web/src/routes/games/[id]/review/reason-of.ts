import { itemAt } from '@tegenzet/common'
import type { EvaluatedGame } from '$lib/analysis/review/evaluation.ts'
import { mistakeOf } from '$lib/families/mistake-of.ts'
import { type Compared, playLine, type Reason } from '$lib/families/reason.ts'

/** The reason why a ply was a mistake; null where none is known. */
export function reasonOf(game: EvaluatedGame, ply: number): Reason | null {
  const { rules, evaluations } = game
  const [before, after] = [evaluations[ply - 1], evaluations[ply]]
  if (before?.decidedIn != null && before.decidedIn > 0) return { kind: 'was-won', plies: before.decidedIn }
  if (after?.decidedIn != null && after.decidedIn > 0 && after.isExact)
    return before?.isExact ? { kind: 'was-drawn' } : { kind: 'loses', plies: after.decidedIn }
  const found = mistakeOf(rules, compare(game, ply))
  if (found) return found
  return after?.decidedIn != null && after.decidedIn > 0 ? { kind: 'loses', plies: after.decidedIn } : null
}

function compare({ rules, positions, moves, evaluations }: EvaluatedGame, ply: number): Compared {
  const [best, next] = [evaluations[ply - 1]?.line ?? [], evaluations[ply]?.line ?? []]
  const move = moves[ply - 1]
  if (!move) throw new RangeError(`there is no ply ${ply}`)
  return {
    move,
    played: playLine(rules, itemAt(positions, ply), next.slice(0, 1)),
    best: playLine(rules, itemAt(positions, ply - 1), best.slice(0, 3)),
  }
}
