import { completions, count, MIN_STONES, type MillTables } from '@tegenzet/rules/mill'

/** Feature values in hundredths of a stone. */
interface Weights {
  stone: number
  mill: number
  /** Two stones in a row with the third point empty. */
  openRow: number
  /** An empty point next to a stone. */
  freedom: number
  /** A stone that cannot move. */
  blockedStone: number
  /** The right to move. */
  sideToMove: number
}

const PLACING: Weights = { stone: 100, mill: 12, openRow: 12, freedom: 3, blockedStone: 8, sideToMove: 6 }
const MOVING: Weights = { stone: 100, mill: 16, openRow: 10, freedom: 5, blockedStone: 7, sideToMove: 4 }
/** When a side flies, the mills it threatens count most. */
const FLYING: Weights = { stone: 130, mill: 4, openRow: 22, freedom: 1, blockedStone: 1, sideToMove: 12 }

/** The value of a position for the side that has `own` and `ownHand` and is to move. */
export function evaluateMill(
  tables: MillTables,
  own: number,
  ownHand: number,
  enemy: number,
  enemyHand: number,
): number {
  const ownStones = count(own) + ownHand
  const enemyStones = count(enemy) + enemyHand
  const someoneFlies = tables.flying && (ownStones === MIN_STONES || enemyStones === MIN_STONES)
  const weights = ownHand + enemyHand > 0 ? PLACING : someoneFlies ? FLYING : MOVING
  return (
    weights.sideToMove +
    sideValue(tables, weights, own, enemy, ownStones) -
    sideValue(tables, weights, enemy, own, enemyStones)
  )
}

function sideValue(tables: MillTables, weights: Weights, own: number, enemy: number, stones: number): number {
  const { mills, neighbours, all, flying } = tables
  let value = weights.stone * stones
  for (let i = 0; i < mills.length; i++) {
    const mill = mills[i]!
    if (enemy & mill) continue
    const row = own & mill
    if (row === mill) value += weights.mill
    else if (row & (row - 1)) value += weights.openRow
  }
  if (flying && stones === MIN_STONES) return value
  const empty = all & ~(own | enemy)
  let rest = own
  while (rest !== 0) {
    const bit = rest & -rest
    rest ^= bit
    const free = neighbours[31 - Math.clz32(bit)]! & empty
    if (free === 0) value -= weights.blockedStone
    else value += weights.freedom * count(free)
  }
  return value
}

/** The number of rows a point would complete for `side`: two of its stones, and no other stone. */
export function rowsCompletedBy(tables: MillTables, side: number, other: number, point: number): number {
  if ((completions(tables, side & ~point) & point) === 0) return 0
  const { mills } = tables
  let found = 0
  for (let i = 0; i < mills.length; i++) {
    const mill = mills[i]!
    const rest = mill & ~point
    if (mill & point && (side & rest) === rest && !(other & rest)) found++
  }
  return found
}
