import { decodeMove, type MillRules, type Move, type Position, playTurn } from '@tegenzet/rules'
import { CLOSES_MILL, closesMillBy, millTables, toOf } from '@tegenzet/rules/mill'
import type { Value } from '@tegenzet/tables'
import type { Puzzle } from '../src/index.ts'
import { played } from '../src/played.ts'
import { stonesOf, turnsOf } from '../src/rank-moves.ts'
import { PUZZLE_THEMES, type PuzzleTheme } from '../themes/puzzle-themes.ts'

/** A ply of the solution. */
interface Ply {
  isOwn: boolean
  from: string | null
  to: string
  captured: string | null
  closesMill: boolean
  reason: string | null
}

/** What a solution is about, in the order of the themes. */
export function themesOfMill(
  rules: MillRules,
  position: Position,
  solution: readonly Move[],
  value: Value,
): PuzzleTheme[] {
  const plies = pliesOf(rules, position, solution)
  const own = plies.filter(({ isOwn }) => isOwn)
  const isWin = value === 'win'
  const holds: [PuzzleTheme, boolean][] = [
    ['mill-in-two', isWin && !own[0]!.closesMill && own[1]!.closesMill],
    ['double-mill', own.some((ply, n) => n > 0 && isDoubleMill(own[n - 1]!, ply))],
    ['blocking', plies.at(-1)!.reason === 'blocked'],
    ['flying', own.some((ply) => isFlight(rules, ply))],
    ['sacrifice', isWin && plies.some(({ isOwn, captured }) => !isOwn && captured !== null)],
    ['defence', !isWin || (!own[0]!.closesMill && stopsMill(rules, position, own[0]!.to))],
    ['opening', own[0]!.from === null],
  ]
  return holds.flatMap(([theme, isHeld]) => (isHeld ? [theme] : []))
}

function pliesOf(rules: MillRules, start: Position, solution: readonly Move[]): Ply[] {
  let position = start
  return solution.map((move, n) => {
    const turn = playTurn(rules, position, move)
    if (!turn.ok) throw new Error(turn.error.message)
    const closesMill = closesMillBy(rules, position, turn.value.move)
    position = turn.value.position
    const reason = turn.value.outcome?.reason ?? null
    return { ...decodeMove(rules, move), isOwn: n % 2 === 0, closesMill, reason }
  })
}

/** A stone that leaves one mill to close another. */
const isDoubleMill = (before: Ply, ply: Ply): boolean =>
  before.closesMill && ply.closesMill && ply.from === before.to

function isFlight(rules: MillRules, { from, to }: Ply): boolean {
  if (from === null) return false
  const { indexes, neighbours } = millTables(rules)
  return (neighbours[indexes.get(from)!]! & (1 << indexes.get(to)!)) === 0
}

/** Whether the opponent, if it were to move, could close a mill on this point. */
const stopsMill = (rules: MillRules, position: Position, to: string): boolean =>
  closingPoints(rules, position).has(millTables(rules).indexes.get(to)!)

/**
 * Adds `double-mill` where an own move prepares mills on two points at once and the next one closes one of them. Told of the
 * puzzles that were chosen: it is no kind of its own to choose from.
 */
export function withDoubleMill(rules: MillRules, puzzle: Puzzle): Puzzle {
  const plies = pliesOf(rules, puzzle.position, puzzle.solution)
  let position = puzzle.position
  const prepares = puzzle.solution.some((move, n) => {
    position = played(rules, position, move)
    const next = plies[n + 2]
    return n % 2 === 0 && next?.closesMill && closingPoints(rules, position).size > 1
  })
  if (!prepares || puzzle.themes.includes('double-mill')) return puzzle
  const themes = PUZZLE_THEMES.filter((theme) => theme === 'double-mill' || puzzle.themes.includes(theme))
  return { ...puzzle, themes }
}

/** Where the side that is not to move could close a mill if it were. */
function closingPoints(rules: MillRules, position: Position): Set<number> {
  const { own, enemy, hand, enemyHand } = stonesOf(rules, position)
  const turns = turnsOf(rules, { own: enemy, enemy: own, hand: enemyHand, enemyHand: hand })
  return new Set([...turns].filter((turn) => (turn & CLOSES_MILL) !== 0).map(toOf))
}
