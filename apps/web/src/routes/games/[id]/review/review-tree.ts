import { itemAt } from '@tegenzet/common'
import type { RuleSetId } from '@tegenzet/rules'
import type { MoveTree, TreeNode } from '@tegenzet/trees'
import type { EvaluatedGame } from '$lib/analysis/review/evaluation.ts'
import { playLine } from '$lib/families/reason.ts'
import type { JudgedMove, Mark } from './judge-moves.ts'

/** The numeric annotation glyph of each mark. */
const NAGS: Record<Mark, number> = { inaccuracy: 6, mistake: 2, blunder: 4 }
/** Moves of a better line. */
const LINE_LENGTH = 6

/**
 * A reviewed game as a tree: each mistake with its glyph and the reason, and the better line as a variation.
 * @param explain the reason for a mistake as a sentence, or empty
 */
export function reviewTree(
  { rules, positions, moves }: Omit<EvaluatedGame, 'evaluations'>,
  judged: readonly (JudgedMove | null)[],
  explain: (move: JudgedMove) => string,
): MoveTree {
  const nodes = moves.map((move, n): TreeNode => {
    const mark = judged[n]?.mark
    const comment = judged[n] && mark ? explain(judged[n]) : ''
    return {
      parent: n === 0 ? null : n - 1,
      move,
      ...(comment ? { comment } : {}),
      ...(mark ? { nags: [NAGS[mark]] } : {}),
    }
  })
  for (const mistake of judged) {
    if (!mistake?.mark) continue
    const before = itemAt(positions, mistake.ply - 1)
    let parent = itemAt(nodes, mistake.ply - 1).parent
    for (const move of playLine(rules, before, mistake.better.slice(0, LINE_LENGTH)).moves)
      parent = nodes.push({ parent, move }) - 1
  }
  return { rules: rules.id as RuleSetId, start: null, nodes }
}
