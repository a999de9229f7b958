import type { Branch, ConditionalMoves } from '@tegenzet/contract'

type EndReason = NonNullable<ConditionalMoves['ended']>['reason']

type Remaining = Pick<ConditionalMoves, 'ply' | 'branches'>

type Followed =
  /** The opponent is to move. */
  | ({ at: 'opponent' } & Remaining)
  /** The opponent has played the move that this branch answers. */
  | ({ at: 'reply'; branch: Branch } & Remaining)
  | { at: 'end'; reason: EndReason }

/**
 * Follows conditional moves along the moves that were played since, the opponent's and the owner's in turn. If the
 * owner played the prepared reply by hand, the branches after it are kept.
 */
export function followConditionalMoves({ ply, branches }: Remaining, moves: readonly string[]): Followed {
  if (branches.length === 0) return { at: 'end', reason: 'played-out' }
  const [move, own, ...later] = moves
  if (move === undefined) return { at: 'opponent', ply, branches }
  const branch = branches.find((each) => each.move === move)
  if (!branch) return { at: 'end', reason: 'other-move' }
  if (own === undefined) return { at: 'reply', branch, ply, branches }
  if (own !== branch.reply) return { at: 'end', reason: 'own-move' }
  return followConditionalMoves({ ply: ply + 2, branches: branch.then }, later)
}
