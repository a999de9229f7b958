import { itemAt, ok, type Result } from '@tegenzet/common'
import { type Position, trustedPosition } from '../notation.ts'
import { FIELD, malformedPosition, readRows, sideLetter, sideOfLetter, writeRows } from '../position-text.ts'
import type { RuleRefusal } from '../refusal.ts'
import type { HalmaRules } from '../rule-set.ts'
import type { Side } from '../side.ts'
import type { HalmaState } from './state.ts'
import { BLACK, EMPTY, halmaTables, type Stone, WHITE } from './tables.ts'

export interface HalmaPosition {
  state: HalmaState
  side: Side
  moveNumber: number
}

const FIELDS = new RegExp(`^${FIELD.rows} ${FIELD.side} ${FIELD.number}$`)

export const stoneOf = (side: Side): Stone => (side === 'white' ? WHITE : BLACK)

/** `rows side moveNumber` (docs/rules.md, notation). */
export function parseHalmaPosition(rules: HalmaRules, text: string): Result<HalmaPosition, RuleRefusal> {
  const { squares } = halmaTables(rules)
  const [, rows = '', side = '', number] = FIELDS.exec(text) ?? []
  const letters = readRows(rules.board.points, rows)
  if (letters === null)
    return malformedPosition(text, `something like "${writeHalmaPosition(rules, startHalmaPosition(rules))}"`)
  const squaresOf = (letter: string) => squares.filter((_, index) => letters[index] === letter)
  const [white, black] = [squaresOf('w'), squaresOf('b')]
  if (white.length !== rules.stones || black.length !== rules.stones)
    return malformedPosition(text, `exactly ${rules.stones} stones per side`)
  const moveNumber = Number(number)
  if (moveNumber < 1) return malformedPosition(text, 'a move number of at least 1')
  return ok({ state: stateOf(rules, white, black), side: sideOfLetter(side), moveNumber })
}

export function writeHalmaPosition(rules: HalmaRules, { state, side, moveNumber }: HalmaPosition): Position {
  const { squares } = halmaTables(rules)
  const rows = writeRows(rules.board.points, (index) => {
    const cell = state.cells[itemAt(squares, index)]
    return cell === EMPTY ? '.' : cell === WHITE ? 'w' : 'b'
  })
  return trustedPosition(`${rows} ${sideLetter(side)} ${moveNumber}`)
}

/** All stones in their own camps. */
export function startHalmaPosition(rules: HalmaRules): HalmaPosition {
  const { squares, camps } = halmaTables(rules)
  const camp = (stone: Stone) => squares.filter((square) => camps[square] === stone)
  return { state: stateOf(rules, camp(WHITE), camp(BLACK)), side: 'white', moveNumber: 1 }
}

function stateOf(rules: HalmaRules, white: readonly number[], black: readonly number[]): HalmaState {
  const cells = halmaTables(rules).blank.slice()
  for (const square of white) cells[square] = WHITE
  for (const square of black) cells[square] = BLACK
  return { cells, stones: { [WHITE]: Uint8Array.from(white), [BLACK]: Uint8Array.from(black) } }
}

/** @throws Error if the trusted text is not a position of these rules */
export function decodeHalmaPosition(rules: HalmaRules, text: Position): HalmaPosition {
  const parsed = parseHalmaPosition(rules, text)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}
