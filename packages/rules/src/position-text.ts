import { ok, type Result, refuse } from '@tegenzet/common'
import { type Position, trustedPosition } from './notation.ts'
import { quoted, type RuleRefusal } from './refusal.ts'
import type { Point } from './rule-set.ts'
import type { Side } from './side.ts'

/** A whole number without leading zeros, small enough for a JavaScript number to be exact. */
const NUMBER = '0|[1-9]\\d{0,14}'
export const FIELD = { rows: '([wb./]+)', side: '([wb])', number: `(${NUMBER})` } as const

export const sideLetter = (side: Side): 'w' | 'b' => (side === 'white' ? 'w' : 'b')
export const sideOfLetter = (letter: string): Side => (letter === 'w' ? 'white' : 'black')

/** Writes the rows of a position text from one letter per point, in the order of the board's points. */
export function writeRows(points: readonly Point[], letter: (index: number) => string): string {
  let text = ''
  let rank = points[0]?.y
  for (const [index, { y }] of points.entries()) {
    if (y !== rank) text += '/'
    rank = y
    text += letter(index)
  }
  return text
}

/** The rows of a position text. */
export const rowsOf = (position: Position): string => position.slice(0, position.indexOf(' '))

/** The letters of the rows, in the order of the board's points; null if the rows do not fit the board. */
export function readRows(points: readonly Point[], rows: string): string | null {
  const blank = writeRows(points, () => '.')
  const fits = rows.length === blank.length && rows.replace(/[wb]/g, '.') === blank
  return fits ? rows.replaceAll('/', '') : null
}

/** The largest counter accepted from outside. It leaves room to count on without exceeding NUMBER. */
const LARGEST = 1_000_000_000

/** Accepts a well-formed position text whose counters are within bounds. */
export const withinBounds = (text: string, ...counters: number[]): Result<Position, RuleRefusal> =>
  counters.every((counter) => counter <= LARGEST)
    ? ok(trustedPosition(text))
    : malformedPosition(text, `no number above ${LARGEST}`)

export const malformedPosition = (text: string, expected: string): Result<never, RuleRefusal> =>
  refuse({
    code: 'malformed-position',
    message: `${quoted(text)} is not a position: expected ${expected}`,
    params: { expected },
  })
