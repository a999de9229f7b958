import { type MillRules, type Move, type Position, QUIET_LIMIT } from '@tegenzet/rules'
import {
  capturedBit,
  count,
  decodeMillPosition,
  generateTurns,
  MIN_STONES,
  millTables,
  movedBits,
  notation,
} from '@tegenzet/rules/mill'
import { DRAW, decodePlies, decodeValue, type Value } from './value.ts'

/** Where values come from: the byte of a position, or null if no table has it. */
export interface ValueSource {
  /**
   * @param own set of points with stones of the side to move
   * @param enemy the other side's
   */
  byteOf(
    own: number,
    enemy: number,
    ownStones: number,
    enemyStones: number,
  ): number | null | Promise<number | null>
}

/** The value of a position with best play, for the side to move. */
export interface Judgement {
  covered: boolean
  /** Null if the position is not covered. */
  value: Value | null
  /** Plies to the end with best play; null for a draw. */
  plies: number | null
  /** Whether the win takes longer than the quiet moves that are left, if nothing resets their counter. */
  claimable: boolean
}

export interface JudgedMove {
  move: Move
  /** For the side that moves. */
  value: Value
  /** The move itself counts. */
  plies: number | null
}

/** Sets of points; empty hands. */
interface Stones {
  own: number
  enemy: number
}

/** A move with the position after it, and its value for the side that moves, as a byte. */
interface RankedMove {
  move: Move
  byte: number
  after: Stones
}

/** What is said of a position that no table has. */
export const NOT_COVERED: Judgement = { covered: false, value: null, plies: null, claimable: false }

/** The value of a position. With stones in hand it is not covered. */
export async function judgePosition(
  rules: MillRules,
  source: ValueSource,
  position: Position,
): Promise<Judgement> {
  const { stones, quiet } = read(rules, position)
  if (stones === null) return NOT_COVERED
  const judged = (value: Value, plies: number | null): Judgement => ({
    covered: true,
    value,
    plies,
    claimable: plies !== null && plies > QUIET_LIMIT - quiet,
  })
  const { own, enemy } = stones
  if (count(own) < MIN_STONES) return judged('loss', 0)
  if (count(enemy) < MIN_STONES) return judged('win', 0)
  const byte = await source.byteOf(own, enemy, count(own), count(enemy))
  return byte === null ? NOT_COVERED : judged(decodeValue(byte), decodePlies(byte))
}

/**
 * The legal moves: wins, the shortest first, then draws, then losses, the longest first; equal ones by code point. None if the
 * position is over, null if it is not covered.
 */
export async function judgeMoves(
  rules: MillRules,
  source: ValueSource,
  position: Position,
): Promise<JudgedMove[] | null> {
  const { stones } = read(rules, position)
  const ranked = stones && (await rankMoves(rules, source, stones))
  return (
    ranked?.map(({ move, byte }) => ({ move, value: decodeValue(byte), plies: decodePlies(byte) })) ?? null
  )
}

/** A line of best play to the end: the first of the equally good moves by code point. None if the position is drawn. */
export async function bestLine(rules: MillRules, source: ValueSource, position: Position): Promise<Move[]> {
  const line: Move[] = []
  let { stones } = read(rules, position)
  while (stones !== null) {
    const best: RankedMove | undefined = (await rankMoves(rules, source, stones))?.[0]
    if (!best || best.byte === DRAW) break
    line.push(best.move)
    stones = best.after
  }
  return line
}

async function rankMoves(
  rules: MillRules,
  source: ValueSource,
  { own, enemy }: Stones,
): Promise<RankedMove[] | null> {
  const tables = millTables(rules)
  const turns = new Int32Array(tables.maxTurns)
  const end = generateTurns(tables, own, enemy, 0, 0, turns, 0)
  const ranked: RankedMove[] = []
  for (const turn of turns.subarray(0, end)) {
    const after = { own: enemy ^ capturedBit(tables, turn), enemy: own ^ movedBits(tables, turn) }
    const left = count(after.own)
    const reply = left < MIN_STONES ? 0 : await source.byteOf(after.own, after.enemy, left, count(own))
    if (reply === null) return null
    ranked.push({ move: notation(tables, turn), byte: reply === DRAW ? DRAW : reply + 1, after })
  }
  return ranked.sort((a, b) => rankOf(a.byte) - rankOf(b.byte) || (a.move < b.move ? -1 : 1))
}

/** Orders values as bytes, smaller is better: wins by their length, draws, losses by theirs. */
export const rankOf = (byte: number): number => (byte === DRAW ? DRAW : byte & 1 ? byte : 2 * DRAW - byte)

function read(rules: MillRules, position: Position): { stones: Stones | null; quiet: number } {
  const { stones, hands, side, quiet } = decodeMillPosition(rules, position)
  if (hands.white + hands.black > 0) return { stones: null, quiet }
  const { white, black } = stones
  return { stones: side === 'white' ? { own: white, enemy: black } : { own: black, enemy: white }, quiet }
}
