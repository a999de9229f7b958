import {
  type basisOf,
  decodePosition,
  type Position,
  QUIET_LIMIT,
  REPETITION,
  type RuleSet,
  samePositionKey,
} from '@tegenzet/rules'

/** The grounds for a draw, and how to ask for it: by a claim, or by an offer first. */
export interface Drawn {
  by: 'claim' | 'offer'
  basis: ReturnType<typeof basisOf>
}

/** The draw that the current position allows, unless it comes by itself (docs/rules.md, draws). */
export function drawOnTheBoard(rules: RuleSet, positions: readonly Position[]): Drawn | null {
  const { policy, earliestPly, repetition, quiet } = rules.draws
  const ply = positions.length - 1
  const position = positions[ply]
  if (policy === null || ply < earliestPly || !position) return null
  const by = policy === 'before-moving' ? 'claim' : 'offer'
  const onTheBoard = samePositionKey(rules, position)
  const same = positions.flatMap((each, n) => (samePositionKey(rules, each) === onTheBoard ? [n] : []))
  if (repetition === 'claimed' && same.length >= REPETITION)
    return { by, basis: { ground: 'repetition', positions: same.slice(-REPETITION) } }
  const count = decodePosition(rules, position).quiet ?? 0
  if (quiet === 'claimed' && count >= QUIET_LIMIT)
    return { by, basis: { ground: 'quiet-moves', plies: [ply - count + 1, ply] } }
  return null
}
