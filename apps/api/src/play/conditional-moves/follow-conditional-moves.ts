import type { Branch, ConditionalMoves } from '@tegenzet/contract'

type Reason = NonNullable<ConditionalMoves['ended']>['reason']

type Standing = Pick<ConditionalMoves, 'ply' | 'branches'>

/** Where a plan has come to. */
export type Course =
  /** The opponent is to move. */
  | ({ at: 'opponent' } & Standing)
  /** The opponent has played what this branch answers. */
  | ({ at: 'reply'; branch: Branch } & Standing)
  | { at: 'end'; reason: Reason }

/**
 * Follows a plan along the moves that were played since it began, the opponent's and one's own in turn. One's own need
 * not have been played by the plan: the same move by hand keeps what follows it.
 */
export function followPlan({ ply, branches }: Standing, moves: readonly string[]): Course {
  if (branches.length === 0) return { at: 'end', reason: 'played-out' }
  const [move, own, ...later] = moves
  if (move === undefined) return { at: 'opponent', ply, branches }
  const branch = branches.find((each) => each.move === move)
  if (!branch) return { at: 'end', reason: 'other-move' }
  if (own === undefined) return { at: 'reply', branch, ply, branches }
  if (own !== branch.reply) return { at: 'end', reason: 'own-move' }
  return followPlan({ ply: ply + 2, branches: branch.then }, later)
}
