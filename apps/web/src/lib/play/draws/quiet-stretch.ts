import { decodePosition, type Move, type Position, type RuleSet } from '@tegenzet/rules'

/** A move that resets the count of quiet moves: a capture or a new mill, depending on the rules. */
export interface Reset {
  ply: number
  move: Move
}

/** The resets around a stretch of plies. A stretch with resets in it is not quiet. */
export interface QuietStretch {
  /** The last one before the stretch. */
  before: Reset | null
  within: Reset[]
}

/** @param moves the moves of the game. An intended move is not among them and counts as quiet. */
export function findQuietStretch(
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly Move[],
  [first = 1, last = 0]: readonly number[],
): QuietStretch {
  const resets = moves.flatMap((move, index): Reset[] => {
    const position = positions[index + 1]
    return position && decodePosition(rules, position).quiet === 0 ? [{ ply: index + 1, move }] : []
  })
  return {
    before: resets.findLast(({ ply }) => ply < first) ?? null,
    within: resets.filter(({ ply }) => ply >= first && ply <= last),
  }
}
