import { type MillRules, type Move, type Position, sideToMove } from '@tegenzet/rules'
import {
  capturedBit,
  count,
  decodeMillPosition,
  generateTurns,
  handAfter,
  MIN_STONES,
  millTables,
  movedBits,
  notation,
} from '@tegenzet/rules/mill'
import { DRAW, rankOf, type ValueSource } from '@tegenzet/tables'

/** A mill position from the side that is to move: sets of points, and the stones in hand. */
export interface Stones {
  own: number
  enemy: number
  hand: number
  enemyHand: number
}

/** A move with its value for the side that moves, as a byte: the move itself counts. */
export interface RankedMove {
  move: Move
  byte: number
}

export function stonesOf(rules: MillRules, position: Position): Stones {
  const { stones, hands } = decodeMillPosition(rules, position)
  return sideToMove(position) === 'white'
    ? { own: stones.white, enemy: stones.black, hand: hands.white, enemyHand: hands.black }
    : { own: stones.black, enemy: stones.white, hand: hands.black, enemyHand: hands.white }
}

/**
 * The legal moves, the best first, equal ones by code point; null if some value is not known. Stones in hand are placed first, in
 * every order, until endgame tables cover: each of them takes about twenty times as long. Where stones may move meanwhile, a hand
 * may stay full for ever, so nothing is known.
 */
export async function rankMoves(
  rules: MillRules,
  source: ValueSource,
  stones: Stones,
): Promise<RankedMove[] | null> {
  const tables = millTables(rules)
  const ranked: RankedMove[] = []
  for (const turn of turnsOf(rules, stones)) {
    const reply = await byteOf(rules, source, after(rules, stones, turn))
    if (reply === null) return null
    ranked.push({ move: notation(tables, turn), byte: ahead(reply) })
  }
  return ranked.sort((a, b) => rankOf(a.byte) - rankOf(b.byte) || (a.move < b.move ? -1 : 1))
}

export function turnsOf(rules: MillRules, { own, enemy, hand, enemyHand }: Stones): Int32Array {
  const tables = millTables(rules)
  const turns = new Int32Array(tables.maxTurns)
  return turns.subarray(0, generateTurns(tables, own, enemy, hand, enemyHand, turns, 0))
}

/** The position after a turn, from the other side. */
export function after(rules: MillRules, { own, enemy, hand, enemyHand }: Stones, turn: number): Stones {
  const tables = millTables(rules)
  return {
    own: enemy ^ capturedBit(tables, turn),
    enemy: own ^ movedBits(tables, turn),
    hand: enemyHand,
    enemyHand: handAfter(hand, turn),
  }
}

/** The value of a position after a move, as a byte; null if it is not known. */
async function byteOf(rules: MillRules, source: ValueSource, stones: Stones): Promise<number | null> {
  const { own, enemy, hand, enemyHand } = stones
  if (count(own) + hand < MIN_STONES) return 0
  if (hand + enemyHand === 0) return source.byteOf(own, enemy, count(own), count(enemy))
  if (rules.movesWhilePlacing) return null
  let best: number | null = null
  for (const turn of turnsOf(rules, stones)) {
    const reply = await byteOf(rules, source, after(rules, stones, turn))
    if (reply === null) return null
    const byte = ahead(reply)
    if (best === null || rankOf(byte) < rankOf(best)) best = byte
  }
  // without a move the game is lost
  return best ?? 0
}

const ahead = (reply: number): number => (reply === DRAW ? DRAW : reply + 1)
