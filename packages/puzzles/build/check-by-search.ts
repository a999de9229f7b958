import { type BestMove, bestLines } from '@tegenzet/engine'
import { type Position, playTurn, type RuleSet } from '@tegenzet/rules'
import type { Puzzle } from '../src/index.ts'

/** Positions that a search without tables may visit for each question about a puzzle. */
export const SEARCH_NODES = 400_000

/** How far a search looks for the losses of a draw's other moves. */
const DRAW_DEPTH = 12

/**
 * Checks the first two own moves of a mill puzzle by a search that knows no tables: that the move wins in as many plies and no
 * other wins within them, or that every other move of a draw loses. False if `nodes` do not suffice.
 */
export function isSolvedBySearch(rules: RuleSet, puzzle: Puzzle, nodes: number): boolean {
  const { solution, plies } = puzzle
  let position: Position = puzzle.position
  for (let ply = 0; ply <= 2; ply++) {
    const move = solution[ply]!
    const isOwn = ply % 2 === 0
    if (isOwn && !isOnly(rules, position, move, plies === null ? null : plies - ply, nodes)) return false
    const turn = playTurn(rules, position, move)
    if (!turn.ok) return false
    position = turn.value.position
  }
  return true
}

/** @param plies to the end; null if the position is drawn */
const isOnly = (
  rules: RuleSet,
  position: Position,
  move: string,
  plies: number | null,
  maxNodes: number,
): boolean => (plies === null ? onlyDraws : onlyWins)(rules, position, move, plies ?? DRAW_DEPTH, maxNodes)

function onlyWins(
  rules: RuleSet,
  position: Position,
  move: string,
  plies: number,
  maxNodes: number,
): boolean {
  const [best, second] = bestLines(rules, [position], { lines: 2, maxDepth: plies, maxNodes })
  const isSearched = second === undefined || second.depth === plies
  return best?.move === move && best.decidedIn === plies && isSearched && (second?.decidedIn ?? 0) <= 0
}

/** Until all other moves are seen to lose. */
function onlyDraws(
  rules: RuleSet,
  position: Position,
  move: string,
  maxDepth: number,
  maxNodes: number,
): boolean {
  const signal = { aborted: false }
  const loses = (line: BestMove | undefined) => line !== undefined && (line.decidedIn ?? 0) < 0
  const [best, second] = bestLines(rules, [position], {
    lines: 2,
    maxDepth,
    maxNodes,
    signal,
    onDepth: ([, second]) => {
      signal.aborted = loses(second)
    },
  })
  return best?.move === move && best.decidedIn === null && loses(second)
}
