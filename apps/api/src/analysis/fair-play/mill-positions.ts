import { type MillRules, type Position, sideToMove } from '@tegenzet/rules'
import {
  capturedBit,
  count,
  decodeMillPosition,
  generateTurns,
  handAfter,
  type MillTables,
  millSymmetries,
  millTables,
  movedBits,
} from '@tegenzet/rules/mill'

/** How far ahead of a running game help is refused. */
const PLIES = 2

/** Finding the images of so many positions takes as long as playing a move. */
const ORBITS_PER_MOVE = 4
/** Comparing so many positions too. */
const COMPARISONS_PER_MOVE = 1024

interface Hands {
  hand: number
  enemyHand: number
}

/** A position from the side that is to move, whichever its colour. */
interface Seen extends Hands {
  own: number
  enemy: number
}

/** Positions with the same stones in hand: `own` and `enemy` of each in turn. */
interface Group extends Hands {
  points: readonly number[]
}

/** Mill positions that are asked about, with all mirror images, and with colours exchanged. Counters do not matter. */
export class MillPositions {
  /** By the stones on the board and in hand: most games have others, so that nothing else of them has to be compared. */
  readonly #groups = new Map<number, Group & { points: number[]; known: Set<number> }>()

  /** @param valued each move from these leads to one that is asked about too */
  static *of(
    rules: MillRules,
    positions: readonly Position[],
    valued: readonly Position[],
  ): Generator<number, MillPositions> {
    const sought = new MillPositions()
    for (const position of [...positions, ...valued]) yield sought.#add(rules, seen(rules, position))
    for (const position of valued)
      for (const after of successors(millTables(rules), seen(rules, position)))
        yield sought.#add(rules, after)
    return sought
  }

  /** Whether one of them can arise from the position of a game within two plies, in steps. */
  *mayAriseFrom(rules: MillRules, position: Position): Generator<number, boolean> {
    const at = seen(rules, position)
    yield 1
    const tables = millTables(rules)
    for (const stones of new Set(stonesWithin(tables, PLIES, at))) {
      const group = this.#groups.get(stones)
      if (group && (yield* leadsTo(tables, at, PLIES, group))) return true
    }
    return false
  }

  /** Adds a position in all images. @returns the moves that this counts for */
  #add(rules: MillRules, { own, enemy, hand, enemyHand }: Seen): number {
    const { count: symmetries, apply } = millSymmetries(rules)
    const images: number[] = []
    let smallest = Number.POSITIVE_INFINITY
    for (let symmetry = 0; symmetry < symmetries; symmetry++) {
      const [a, b] = [apply(symmetry, own), apply(symmetry, enemy)]
      images.push(a, b)
      smallest = Math.min(smallest, a * 2 ** 24 + b)
    }
    const stones = stonesOf(count(own), count(enemy), hand, enemyHand)
    const group = this.#groups.get(stones) ?? { hand, enemyHand, points: [], known: new Set() }
    this.#groups.set(stones, group)
    if (!group.known.has(smallest)) group.points.push(...images)
    group.known.add(smallest)
    return 1 / ORBITS_PER_MOVE
  }
}

/** Looks for positions of a group, only where all stones but those of the plies left stand as in one of them. */
function* leadsTo(tables: MillTables, at: Seen, plies: number, group: Group): Generator<number, boolean> {
  yield group.points.length / 2 / COMPARISONS_PER_MOVE
  const near = nearOnes(at, plies, group)
  if (near.points.length === 0) return false
  if (hasHere(at, near)) return true
  if (plies === 0) return false
  yield 1
  for (const after of successors(tables, at)) {
    if (yield* leadsTo(tables, after, plies - 1, near)) return true
  }
  return false
}

/** Those that a position may become within so many plies: in each, one stone comes to another point. */
function nearOnes(at: Seen, plies: number, { points, ...hands }: Group): Group {
  const near: number[] = []
  for (let n = 0; n < points.length; n += 2) {
    // there are two numbers for each
    const own = points[n] as number
    const enemy = points[n + 1] as number
    const isNear =
      (plies >= 2 && hasOneMore(at.own, own) && hasOneMore(at.enemy, enemy)) ||
      (plies >= 1 && hasOneMore(at.own, enemy) && (own & ~at.enemy) === 0) ||
      (own === at.own && enemy === at.enemy)
    if (isNear) near.push(own, enemy)
  }
  return { ...hands, points: near }
}

/** At most one point that was not there. */
function hasOneMore(before: number, after: number): boolean {
  const fresh = after & ~before
  return (fresh & (fresh - 1)) === 0
}

function hasHere(at: Seen, { points, hand, enemyHand }: Group): boolean {
  if (hand !== at.hand || enemyHand !== at.enemyHand) return false
  for (let n = 0; n < points.length; n += 2)
    if (points[n] === at.own && points[n + 1] === at.enemy) return true
  return false
}

function successors(tables: MillTables, { own, enemy, hand, enemyHand }: Seen): Seen[] {
  const turns = new Int32Array(tables.maxTurns)
  const end = generateTurns(tables, own, enemy, hand, enemyHand, turns, 0)
  return Array.from(turns.subarray(0, end), (turn) => ({
    own: enemy ^ capturedBit(tables, turn),
    enemy: own ^ movedBits(tables, turn),
    hand: enemyHand,
    enemyHand: handAfter(hand, turn),
  }))
}

/** Four numbers below 32 as one. */
const stonesOf = (own: number, enemy: number, hand: number, enemyHand: number): number =>
  ((own * 32 + enemy) * 32 + hand) * 32 + enemyHand

/** The stones that positions can have within so many plies. In each, one is placed or moved, and one may be captured. */
function stonesWithin(
  { movesWhilePlacing }: MillTables,
  plies: number,
  { own, enemy, hand, enemyHand }: Seen,
): number[] {
  const within = (left: number, own: number, enemy: number, hand: number, enemyHand: number): number[] => {
    const here = stonesOf(own, enemy, hand, enemyHand)
    if (left === 0) return [here]
    const places = hand === 0 ? [0] : movesWhilePlacing ? [0, 1] : [1]
    const after = places.flatMap((placed) =>
      [enemy, enemy - 1].flatMap((enemy) => within(left - 1, enemy, own + placed, enemyHand, hand - placed)),
    )
    return [here, ...after]
  }
  return within(plies, count(own), count(enemy), hand, enemyHand)
}

function seen(rules: MillRules, position: Position): Seen {
  const { stones, hands } = decodeMillPosition(rules, position)
  const [side, other] =
    sideToMove(position) === 'white' ? (['white', 'black'] as const) : (['black', 'white'] as const)
  return { own: stones[side], enemy: stones[other], hand: hands[side], enemyHand: hands[other] }
}
