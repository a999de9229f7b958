import { ok, type Result } from '@tegenzet/common'
import { type Position, trustedPosition } from '../notation.ts'
import { FIELD, malformedPosition, readRows, sideLetter, sideOfLetter, writeRows } from '../position-text.ts'
import type { RuleRefusal } from '../refusal.ts'
import type { MillRules } from '../rule-set.ts'
import { SIDES, type Side } from '../side.ts'
import { count } from './turns.ts'

/** `stones` are sets of points: see MillTables. */
export interface MillPosition {
  stones: Record<Side, number>
  hands: Record<Side, number>
  side: Side
  quiet: number
  moveNumber: number
}

const FIELDS = new RegExp(
  `^${FIELD.rows} ${FIELD.side} ${FIELD.number} ${FIELD.number} ${FIELD.number} ${FIELD.number}$`,
)

/** `rows side whiteHand blackHand quiet moveNumber` (docs/rules.md, notation). */
export function parseMillPosition(rules: MillRules, text: string): Result<MillPosition, RuleRefusal> {
  const [, rows = '', side = '', whiteHand, blackHand, quiet, number] = FIELDS.exec(text) ?? []
  const letters = readRows(rules.board.points, rows)
  if (letters === null)
    return malformedPosition(text, `something like "${writeMillPosition(rules, startMillPosition(rules))}"`)
  const stones = { white: 0, black: 0 }
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.charAt(i)
    if (letter !== '.') stones[sideOfLetter(letter)] |= 1 << i
  }
  const hands = { white: Number(whiteHand), black: Number(blackHand) }
  for (const owner of SIDES) {
    if (count(stones[owner]) + hands[owner] > rules.stones)
      return malformedPosition(text, `at most ${rules.stones} stones per side, hands included`)
  }
  const moveNumber = Number(number)
  if (moveNumber < 1) return malformedPosition(text, 'a move number of at least 1')
  return ok({ stones, hands, side: sideOfLetter(side), quiet: Number(quiet), moveNumber })
}

export function writeMillPosition(rules: MillRules, position: MillPosition): Position {
  const { stones, hands, side, quiet, moveNumber } = position
  const rows = writeRows(rules.board.points, (index) =>
    stones.white & (1 << index) ? 'w' : stones.black & (1 << index) ? 'b' : '.',
  )
  return trustedPosition(`${rows} ${sideLetter(side)} ${hands.white} ${hands.black} ${quiet} ${moveNumber}`)
}

export const startMillPosition = (rules: MillRules): MillPosition => ({
  stones: { white: 0, black: 0 },
  hands: { white: rules.stones, black: rules.stones },
  side: 'white',
  quiet: 0,
  moveNumber: 1,
})

/** @throws Error if the trusted text is not a position of these rules */
export function decodeMillPosition(rules: MillRules, text: Position): MillPosition {
  const parsed = parseMillPosition(rules, text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
