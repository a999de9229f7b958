import { type ByFamily, byFamily, type Point, type RuleSet } from '@tegenzet/rules'
import { NAG_SYMBOLS } from '@tegenzet/trees'
import { GAME_RESULTS, type GameResult } from './game-record.ts'

/** What a word of the moves is, and the glyphs glued to it. `skipped` characters come before it: a move number. */
interface MoveWord {
  skipped: number
  nags: number[]
  meaning:
    | { kind: 'result'; result: GameResult }
    | { kind: 'move'; text: string; captures: number }
    | { kind: 'capture'; text: string; captures: number }
    | { kind: 'nothing' }
    | { kind: 'unreadable' }
}

const MOVE_NUMBER = /^\d*[.…]+/
const POINT = '(?:[a-z]\\d{1,2}|\\d{1,2})'
const MOVE = new RegExp(`^(?:${POINT}-)?${POINT}((?:x${POINT})*)$`)
const CAPTURES = new RegExp(`^(?:x${POINT})+$`)

/** With the longest first, and the hyphens that keyboards have for minus signs. */
const GLYPHS = [
  ...Object.entries(NAG_SYMBOLS).map(([nag, symbol]): [string, number] => [symbol, Number(nag)]),
  ['+-', 18] as const,
  ['-+', 19] as const,
].sort(([a], [b]) => b.length - a.length)

/** @param numbersArePoints whether a number alone is a point, not the number of a move */
export function readMoveWord(rules: RuleSet, word: string, numbersArePoints: boolean): MoveWord {
  const skipped = MOVE_NUMBER.exec(word)?.[0].length ?? 0
  const { rest, nags } = withoutGlyphs(word.slice(skipped).toLowerCase())
  return { skipped, nags, meaning: meaningOf(rules, rest, numbersArePoints) }
}

function withoutGlyphs(word: string): { rest: string; nags: number[] } {
  const nags: number[] = []
  let rest = word
  for (let glyph = glyphAtEnd(rest); glyph; glyph = glyphAtEnd(rest)) {
    rest = rest.slice(0, -glyph[0].length)
    nags.push(glyph[1])
  }
  return { rest, nags: nags.reverse() }
}

const glyphAtEnd = (word: string) => GLYPHS.find(([symbol]) => word.endsWith(symbol))

function meaningOf(rules: RuleSet, word: string, numbersArePoints: boolean): MoveWord['meaning'] {
  if (word === '') return { kind: 'nothing' }
  const result = word === '½-½' ? '1/2-1/2' : GAME_RESULTS.find((known) => known === word)
  if (result) return { kind: 'result', result }
  if (/^\d+$/.test(word) && !numbersArePoints) return { kind: 'nothing' }
  const captures = word.split('x').length - 1
  if (CAPTURES.test(word)) return { kind: 'capture', text: inOurPoints(rules, word), captures }
  if (MOVE.test(word)) return { kind: 'move', text: inOurPoints(rules, word), captures }
  return { kind: 'unreadable' }
}

/** The points that other sites number from 1: of a mill board a7 to g1, row by row, as our position text orders them. */
export const NUMBERED_POINTS: ByFamily<readonly Point[]> = {
  mill: ({ board }) => board.points,
  halma: () => [],
}

function inOurPoints(rules: RuleSet, text: string): string {
  const points = byFamily(rules, NUMBERED_POINTS)
  return text.replace(/(?<![a-wyz\d])\d{1,2}/g, (number) => points[Number(number) - 1]?.name ?? number)
}
