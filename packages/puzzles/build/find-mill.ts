import {
  type MillRules,
  type Move,
  type Position,
  type RuleSetId,
  type Side,
  trustedPosition,
} from '@tegenzet/rules'
import { millSymmetries, millTables, writeMillPosition } from '@tegenzet/rules/mill'
import { DRAW, decodeValue, type ValueSource } from '@tegenzet/tables'
import { type Puzzle, type RankedMove, rankMoves, type Stones, stonesOf } from '../src/index.ts'
import { played } from '../src/played.ts'
import type { Values } from './load-values.ts'
import { ratingOfMill } from './mill-rating.ts'
import { themesOfMill } from './mill-themes.ts'
import { puzzleId } from './puzzle-id.ts'
import { quickLook } from './quick-look.ts'
import { below, pick } from './random.ts'

/** Longer wins are hard to prove without tables, and to see: with flying there are more moves to look at. */
const mostPlies = (rules: MillRules): number => (rules.flying ? 9 : 11)
const FEWEST_PLIES = 3
/** The own moves of a draw: as long as each is the only one. */
const DRAW_MOVES = { least: 2, most: 3 }
/** One sample in so many has stones in hand, and one drawn position of the tables in so many is looked at. */
const OPENINGS = 100
const DRAWS = 30
/** An arbitrary move number after the placing, since the game before is not known. */
const MOVE_NUMBER = 30

/** A seeded stream of positions of a rule set, most of which are no puzzle. */
export function* samples(rules: MillRules, values: Values, random: () => number): Generator<Position> {
  const onlyKeeps = quickLook(rules, values)
  for (;;) {
    const side = pick(random, ['white', 'black'] as const)
    // where stones move while placing, tables do not tell what a position with a hand is worth
    const isOpening = !rules.movesWhilePlacing && below(random, OPENINGS) === 0
    const stones = isOpening ? withHands(rules, random, side) : fromTable(rules, values, random)
    const value = stones && onlyKeeps(stones)
    if (value === 'win' || (value === 'draw' && (!isOpening || below(random, DRAWS) === 0)))
      yield written(rules, side, stones!)
  }
}

const mayBePuzzle = (byte: number, most: number, random: () => number): boolean =>
  byte === DRAW ? below(random, DRAWS) === 0 : byte % 2 === 1 && byte >= FEWEST_PLIES && byte <= most

function fromTable(rules: MillRules, { tables }: Values, random: () => number): Stones | null {
  const { placements, values } = pick(random, tables)
  const index = below(random, placements.size)
  if (!mayBePuzzle(values[index]!, mostPlies(rules), random)) return null
  const symmetries = millSymmetries(rules)
  placements.find(index)
  const symmetry = below(random, symmetries.count)
  const own = symmetries.apply(symmetry, placements.foundOwn)
  const enemy = symmetries.apply(symmetry, placements.foundEnemy)
  return { own, enemy, hand: 0, enemyHand: 0 }
}

/** Each side still has a stone to place, black two if it is its turn; with these at most eight stones together. */
function withHands(rules: MillRules, random: () => number, side: Side): Stones {
  const { names } = millTables(rules)
  const hand = side === 'white' ? 1 : 2
  const [own, enemy] = pick(random, [
    [3, 3],
    [3, 4],
    [4, 3],
    [4, 4],
    [3, 5],
    [5, 3],
  ] as const)
  const points = names.map((_, index) => ({ bit: 1 << index, order: random() }))
  const chosen = points.sort((a, b) => a.order - b.order).map(({ bit }) => bit)
  const sum = (bits: number[]) => bits.reduce((set, bit) => set | bit, 0)
  const ownOnBoard = own - hand
  return {
    own: sum(chosen.slice(0, ownOnBoard)),
    enemy: sum(chosen.slice(ownOnBoard, ownOnBoard + enemy - 1)),
    hand,
    enemyHand: 1,
  }
}

function written(rules: MillRules, side: Side, { own, enemy, hand, enemyHand }: Stones): Position {
  const [stones, hands] =
    side === 'white'
      ? [
          { white: own, black: enemy },
          { white: hand, black: enemyHand },
        ]
      : [
          { white: enemy, black: own },
          { white: enemyHand, black: hand },
        ]
  const moveNumber = hand > 0 ? rules.stones : MOVE_NUMBER
  return trustedPosition(writeMillPosition(rules, { stones, hands, side, quiet: 0, moveNumber }))
}

/** The puzzle of a position; null if it is none. */
export async function millPuzzle(
  rules: MillRules,
  source: ValueSource,
  position: Position,
): Promise<Puzzle | null> {
  const rank = (at: Position) => rankMoves(rules, source, stonesOf(rules, at))
  const ranked = await rank(position)
  const best = onlyMove(ranked)
  if (!ranked || !best || ranked.length < 2) return null
  const value = decodeValue(best.byte)
  if (value === 'loss') return null
  const solution =
    value === 'win' ? await winFrom(rules, position, ranked, rank) : await drawFrom(rules, position, rank)
  if (!solution) return null
  const themes = themesOfMill(rules, position, solution, value)
  return {
    id: puzzleId(rules.id as RuleSetId, position),
    rules: rules.id as RuleSetId,
    position,
    value,
    themes,
    solution,
    plies: value === 'win' ? best.byte : null,
    source: { kind: 'composed' },
    rating: ratingOfMill(rules, position, solution, ranked, themes),
  }
}

type Rank = (at: Position) => Promise<RankedMove[] | null>

/** The only move that keeps the value; undefined if there are several. */
const onlyMove = (ranked: RankedMove[] | null): RankedMove | undefined => {
  const [best, second] = ranked ?? []
  if (!best || (second && decodeValue(second.byte) === decodeValue(best.byte))) return undefined
  return best
}

/** Best play of both sides to the end, if the first two own moves are the only ones. */
async function winFrom(
  rules: MillRules,
  start: Position,
  ranked: RankedMove[],
  rank: Rank,
): Promise<Move[] | null> {
  const plies = ranked[0]!.byte
  if (plies < FEWEST_PLIES || plies > mostPlies(rules)) return null
  const solution: Move[] = []
  let position = start
  while (solution.length < plies) {
    const moves = solution.length === 0 ? ranked : (await rank(position))!
    const isSecond = solution.length === 2
    const best = isSecond ? onlyMove(moves) : moves[0]
    if (!best) return null
    solution.push(best.move)
    position = played(rules, position, best.move)
  }
  return solution
}

/** The only moves that hold the draw, each against a reply after which there is only one again. */
async function drawFrom(rules: MillRules, start: Position, rank: Rank): Promise<Move[] | null> {
  const solution: Move[] = []
  let position = start
  let best = onlyMove(await rank(start))
  while (best) {
    solution.push(best.move)
    position = played(rules, position, best.move)
    if (solution.length > 2 * (DRAW_MOVES.most - 1)) break
    const replies = ((await rank(position)) ?? []).filter(({ byte }) => byte === DRAW)
    best = undefined
    for (const reply of replies) {
      const next = played(rules, position, reply.move)
      const only = onlyMove(await rank(next))
      if (!only || only.byte !== DRAW) continue
      solution.push(reply.move)
      position = next
      best = only
      break
    }
  }
  return solution.length >= 2 * DRAW_MOVES.least - 1 ? solution : null
}
