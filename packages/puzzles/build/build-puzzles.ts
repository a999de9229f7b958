import {
  type ByFamily,
  byFamily,
  type HalmaRules,
  type MillRules,
  type Position,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
} from '@tegenzet/rules'
import { millSymmetries } from '@tegenzet/rules/mill'
import { groupOf } from '@tegenzet/tables'
import { type Puzzle, stonesOf } from '../src/index.ts'
import { isSolvedBySearch, SEARCH_NODES } from './check-by-search.ts'
import { choose } from './choose.ts'
import { halmaPuzzle } from './find-halma.ts'
import { millPuzzle, samples } from './find-mill.ts'
import { loadValues } from './load-values.ts'
import { withDoubleMill } from './mill-themes.ts'
import { randomFrom } from './random.ts'

/**
 * How many puzzles to ship of a rule set of the mill family, and how many to choose from: with flying they are rare, and rarer still
 * where none has stones in hand.
 */
const SIZES = {
  flying: { count: 130, pool: 260 },
  flyingFromTables: { count: 130, pool: 1600 },
  moving: { count: 270, pool: 540 },
}
/** By own moves to the end: how many of Halma. */
const HALMA = { 2: 150, 3: 12 }
const SEED = 20_270

/** Builds all puzzles that ship with the project: always the same ones. */
export async function buildPuzzles(progress: (text: string) => void): Promise<Puzzle[]> {
  const puzzles: Puzzle[] = []
  for (const id of RULE_SET_IDS) {
    const found = await puzzlesOf(id)
    progress(`${id}: ${found.length} puzzles`)
    puzzles.push(...found)
  }
  return withoutTwins(puzzles).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The seeded numbers from which the puzzles of a rule set follow. */
export const randomOf = (id: RuleSetId): (() => number) => randomFrom(SEED + RULE_SET_IDS.indexOf(id))

/** The puzzles of a rule set. */
export async function puzzlesOf(id: RuleSetId): Promise<Puzzle[]> {
  const rules = ruleSet(id)
  const random = randomOf(id)
  return byFamily(rules, BUILT).puzzles(random)
}

/** Composed puzzles are chosen by theme, so that they vary. */
export const hasTheme = ({ themes }: Puzzle): boolean => themes.length > 0

/** How the puzzles of a family are made. */
interface Built {
  puzzles(random: () => number): Promise<Puzzle[]>
  /** The same for positions that are the same puzzle. */
  folded(position: Position): string
}

export const BUILT: ByFamily<Built> = {
  mill: (rules) => ({
    puzzles: (random) => millPuzzles(rules, random),
    folded: (position) => folded(rules, position),
  }),
  halma: (rules) => ({
    puzzles: async (random) => halmaPuzzles(rules, random),
    folded: (position) => position,
  }),
}

/** Leaves out positions that are in another puzzle already, turned or with colours exchanged, of rule sets that share a table too. */
function withoutTwins(puzzles: readonly Puzzle[]): Puzzle[] {
  const taken = new Set<string>()
  return puzzles.filter((puzzle) => {
    const key = byFamily(ruleSet(puzzle.rules), BUILT).folded(puzzle.position)
    return !taken.has(key) && taken.add(key)
  })
}

function sizeOf({ flying, movesWhilePlacing }: MillRules): { count: number; pool: number } {
  if (!flying) return SIZES.moving
  return movesWhilePlacing ? SIZES.flyingFromTables : SIZES.flying
}

async function millPuzzles(rules: MillRules, random: () => number): Promise<Puzzle[]> {
  const { count, pool: poolSize } = sizeOf(rules)
  const values = await loadValues(rules)
  const pool: Puzzle[] = []
  for (const position of samples(rules, values, random)) {
    const puzzle = await millPuzzle(rules, values, position)
    if (puzzle && hasTheme(puzzle)) pool.push(puzzle)
    if (pool.length === poolSize) break
  }
  const chosen = choose(withoutTwins(pool), count, (puzzle) => isSolvedBySearch(rules, puzzle, SEARCH_NODES))
  return chosen.map((puzzle) => withDoubleMill(rules, puzzle))
}

/** The same for all mirror images of a position, and with colours exchanged. */
function folded(rules: MillRules, position: Position): string {
  const { own, enemy, hand, enemyHand } = stonesOf(rules, position)
  const { count, apply } = millSymmetries(rules)
  const images = Array.from({ length: count }, (_, n) => apply(n, own) * 2 ** 24 + apply(n, enemy))
  return `${groupOf(rules)!.id} ${hand} ${enemyHand} ${Math.min(...images)}`
}

function halmaPuzzles(rules: HalmaRules, random: () => number): Puzzle[] {
  const found = new Map<string, Puzzle>()
  for (const [moves, count] of Object.entries(HALMA)) {
    const enough = found.size + count
    while (found.size < enough) {
      const puzzle = halmaPuzzle(rules, Number(moves), random)
      if (puzzle && hasTheme(puzzle)) found.set(puzzle.id, puzzle)
    }
  }
  return [...found.values()]
}
