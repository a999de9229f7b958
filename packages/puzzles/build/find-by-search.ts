import { type BestMove, bestLines } from '@tegenzet/engine'
import { legalMoves, type MillRules, type Move, type Position, type RuleSetId } from '@tegenzet/rules'
import { DRAW } from '@tegenzet/tables'
import type { Puzzle } from '../src/index.ts'
import { played } from '../src/played.ts'
import { SLOWER_PLIES, shortSearch } from '../src/short-search.ts'
import { ratingOfMill } from './mill-rating.ts'
import { themesOfMill } from './mill-themes.ts'
import { puzzleId } from './puzzle-id.ts'

/** Two own moves at least. Longer wins take long to prove. */
const FEWEST_PLIES = 3
export const MOST_PLIES = 9
/** How much deeper the second search looks for another win, and at how many times as many positions. */
const DEEPER = { plies: 4, nodes: 2 }
/** In hundredths of a stone: with another move the side to move must not be further ahead. */
const AHEAD = 150

/** Lines that are compared: the same move may take any of several stones. */
const LINES = 5
/** The own moves that must be the only ones: the first two, and the reply between them. */
const ONLY_PLIES = 3

/**
 * The puzzle of a position that endgame tables do not cover: a win that a search proves, whose first two own moves are the only
 * ones, whichever stone they take. A second, deeper search must not find another way to win, or to stay far ahead.
 */
export function searchedPuzzle(rules: MillRules, position: Position, nodes: number): Puzzle | null {
  const solution = provedLine(rules, position, nodes)
  if (!solution || !standsAlone(rules, position, solution, nodes)) return null
  const themes = themesOfMill(rules, position, solution, 'win')
  const plies = solution.length
  const others = legalMoves(rules, position).filter((move) => move !== solution[0])
  const ranked = [{ move: solution[0]!, byte: plies }, ...others.map((move) => ({ move, byte: DRAW }))]
  const id = rules.id as RuleSetId
  return {
    id: puzzleId(id, position),
    rules: id,
    position,
    solution,
    value: 'win',
    plies,
    themes,
    source: { kind: 'composed' },
    rating: ratingOfMill(rules, position, solution, ranked, themes),
  }
}

/** Best play to the end of a forced win whose first two own moves are the only ones. */
function provedLine(rules: MillRules, start: Position, maxNodes: number): Move[] | null {
  const [first] = bestLines(rules, [start], { maxDepth: MOST_PLIES, maxNodes })
  const plies = first?.decidedIn ?? 0
  if (plies < FEWEST_PLIES || plies > MOST_PLIES) return null
  const solution: Move[] = []
  let position = start
  for (let left = plies; left > 0; left--) {
    const isOwn = solution.length % 2 === 0
    const lines = bestLines(rules, [position], { lines: isOwn ? LINES : 1, maxDepth: left, maxNodes })
    const [best] = lines
    if (best?.decidedIn !== (isOwn ? left : -left)) return null
    if (isOwn && solution.length < ONLY_PLIES && (another(lines)?.decidedIn ?? 0) > 0) return null
    solution.push(best.move)
    position = played(rules, position, best.move)
  }
  return solution
}

function standsAlone(
  rules: MillRules,
  start: Position,
  solution: readonly Move[],
  maxNodes: number,
): boolean {
  let position = start
  for (const [ply, move] of solution.slice(0, ONLY_PLIES).entries()) {
    const left = solution.length - ply
    if (ply % 2 === 0 && !isOnly(rules, position, move, left, maxNodes)) return false
    position = played(rules, position, move)
  }
  return true
}

/** @param left plies to the end */
function isOnly(rules: MillRules, position: Position, move: Move, left: number, maxNodes: number): boolean {
  const lines = bestLines(rules, [position], {
    lines: LINES,
    maxDepth: left + DEEPER.plies,
    maxNodes: maxNodes * DEEPER.nodes,
  })
  if (withoutCapture(lines[0]!.move) !== withoutCapture(move) || (another(lines)?.score ?? 0) > AHEAD)
    return false
  // that it wins with another stone taken must be seen when an attempt is judged too
  return lines
    .filter((line) => withoutCapture(line.move) === withoutCapture(move) && (line.decidedIn ?? 0) > 0)
    .every((line) => wins(rules, position, line.move, left - 1))
}

/** A move without the stone that it takes. */
const withoutCapture = (move: Move): string => move.split('x', 1)[0]!

/** The best line that does not begin with the best move, taking this stone or that. */
const another = (lines: readonly BestMove[]): BestMove | undefined =>
  lines.find(({ move }) => withoutCapture(move) !== withoutCapture(lines[0]!.move))

/** Whether a move is seen to win when an attempt is judged. @param left plies after it, with best play */
function wins(rules: MillRules, position: Position, move: Move, left: number): boolean {
  const reply = shortSearch(rules, played(rules, position, move), left + SLOWER_PLIES)
  return reply === undefined || (reply.decidedIn ?? 0) < 0
}
