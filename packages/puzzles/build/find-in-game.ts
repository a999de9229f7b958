import { bestLines } from '@tegenzet/engine'
import {
  type ByFamily,
  byFamily,
  type HalmaRules,
  type MillRules,
  type Position,
  positionOutcome,
  type RuleSet,
  trustedPosition,
} from '@tegenzet/rules'
import { decodeMillPosition, writeMillPosition } from '@tegenzet/rules/mill'
import { groupOf, judgePosition, type TableGroup, type Value, type ValueSource } from '@tegenzet/tables'
import type { Puzzle } from '../src/index.ts'
import { isSolvedBySearch, SEARCH_NODES } from './check-by-search.ts'
import { MOST_PLIES, searchedPuzzle } from './find-by-search.ts'
import { puzzleOfRace } from './find-halma.ts'
import { millPuzzle } from './find-mill.ts'
import { withDoubleMill } from './mill-themes.ts'

/** The latest positions of a game at which to look: wins by force come last. */
const MILL_POSITIONS = 60
const HALMA_POSITIONS = 8
/** Positions that a search may visit to see whether a game is decided. */
const GLANCE_NODES = 20_000
/** The own moves that a race still takes. */
const RACES = [2, 3]

/** A puzzle from a finished game. */
export interface FoundPuzzle {
  /** Of the position in the game, from 0. The puzzle's counters may differ. */
  ply: number
  puzzle: Puzzle
}

/** The moves of a finished game. */
export interface PlayedGame {
  /** The start position first. */
  positions: readonly Position[]
  moves: readonly string[]
}

type Finder = (
  game: PlayedGame,
  sourceOf: (group: TableGroup) => ValueSource,
  most: number,
) => Promise<FoundPuzzle[]>

/**
 * In mill games: what a player missed, and what a mistake allowed, by endgame tables or by a search that proves the win, and checked
 * by a second search. In Halma: a race that only another move would have won.
 */
const FINDERS: ByFamily<Finder> = {
  mill: (rules) => (game, sourceOf, most) => millPuzzles(rules, game, sourceOf, most),
  halma: (rules) => async (game, _, most) => halmaPuzzles(rules, game, most),
}

/**
 * The puzzles from the mistakes of a finished game.
 * @param most stops after so many
 */
export const puzzlesInGame = (
  rules: RuleSet,
  game: PlayedGame,
  sourceOf: (group: TableGroup) => ValueSource,
  most: number,
): Promise<FoundPuzzle[]> => byFamily(rules, FINDERS)(game, sourceOf, most)

async function millPuzzles(
  rules: MillRules,
  { positions, moves }: PlayedGame,
  sourceOf: (group: TableGroup) => ValueSource,
  most: number,
): Promise<FoundPuzzle[]> {
  const group = groupOf(rules)
  if (!group) return []
  const source = sourceOf(group)
  const found: FoundPuzzle[] = []
  let before: Value | null = null
  let value = await glance(rules, source, positions[firstPly(moves)]!)
  for (let ply = firstPly(moves); ply < moves.length && found.length < most; ply++) {
    const after = await glance(rules, source, positions[ply + 1]!)
    const isMistake = OPPOSITE[after] !== value || (before !== null && OPPOSITE[value] !== before)
    const puzzle = isMistake && value !== 'loss' && (await puzzleAt(rules, source, positions[ply]!))
    if (puzzle) found.push({ ply, puzzle })
    before = value
    value = after
  }
  return found
}

const firstPly = (moves: readonly string[]): number => Math.max(0, moves.length - MILL_POSITIONS)

const OPPOSITE: Record<Value, Value> = { win: 'loss', loss: 'win', draw: 'draw' }

/** The value of a position for the side to move: by tables, or as far as a short search sees. */
async function glance(rules: MillRules, source: ValueSource, position: Position): Promise<Value> {
  const outcome = positionOutcome(rules, position)
  if (outcome) return outcome.winner === null ? 'draw' : 'loss'
  const { value } = await judgePosition(rules, source, position)
  if (value !== null) return value
  const [best] = bestLines(rules, [position], { maxDepth: MOST_PLIES, maxNodes: GLANCE_NODES })
  const decidedIn = best?.decidedIn ?? 0
  return decidedIn > 0 ? 'win' : decidedIn < 0 ? 'loss' : 'draw'
}

/** The puzzle of a position, proved twice; null if it is none. */
async function puzzleAt(rules: MillRules, source: ValueSource, position: Position): Promise<Puzzle | null> {
  // values leave draws by quiet moves out of account
  const rested = trustedPosition(
    writeMillPosition(rules, { ...decodeMillPosition(rules, position), quiet: 0 }),
  )
  const { covered } = await judgePosition(rules, source, rested)
  const puzzle = covered
    ? await millPuzzle(rules, source, rested)
    : searchedPuzzle(rules, rested, SEARCH_NODES)
  if (!puzzle || (covered && !isSolvedBySearch(rules, puzzle, SEARCH_NODES))) return null
  return withDoubleMill(rules, puzzle)
}

function halmaPuzzles(rules: HalmaRules, { positions, moves }: PlayedGame, most: number): FoundPuzzle[] {
  const found: FoundPuzzle[] = []
  for (let ply = Math.max(0, moves.length - HALMA_POSITIONS); ply < moves.length; ply++)
    for (const length of RACES) {
      const puzzle = found.length < most ? puzzleOfRace(rules, positions[ply]!, length) : null
      if (puzzle && puzzle.solution[0] !== moves[ply]) found.push({ ply, puzzle })
    }
  return found
}
