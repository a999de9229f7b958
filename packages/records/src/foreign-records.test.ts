import { type Move, positionsOf, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom, randomGame, SOAK } from '../../rules/test/random.ts'
import { readRecords } from './index.ts'

const RUNS = SOAK ? 300 : 10

/** From 1 at a7 to 24 at g1, row by row. */
const NUMBERED = [
  ...['a7', 'd7', 'g7', 'b6', 'd6', 'f6', 'c5', 'd5', 'e5', 'a4', 'b4', 'c4'],
  ...['e4', 'f4', 'g4', 'c3', 'd3', 'e3', 'b2', 'd2', 'f2', 'a1', 'd1', 'g1'],
]
const numbered = (move: string): string =>
  move.replace(/[a-g]\d/g, (point) => `${NUMBERED.indexOf(point) + 1}`)

const MILL_IDS = RULE_SET_IDS.filter((id) => ruleSet(id).family === 'mill')

interface Foreign {
  tags: (id: string) => string[]
  /** The words of a move. */
  words: (move: string) => string
  number: (n: number) => string
  lineBreak: string
  result: string
}

/** How other programs write games of mill. */
const FOREIGN: Record<string, Foreign> = {
  'an engine that gives a capture as a move of its own': {
    tags: (id) => ['[Event "Sanmill-Game"]', '[White "Human"]', '[Black "AI"]', `[Rules "${id}"]`],
    words: (move) => move.replace('x', ' x'),
    number: (n) => `${n}.`,
    lineBreak: '\n',
    result: '',
  },
  'an engine whose captures are glued to the move': {
    tags: (id) => [`[Rules "${id}"]`, '[PlyCount "99"]'],
    words: (move) => move,
    number: (n) => `${n}.    `,
    lineBreak: '\n',
    result: '*',
  },
  'a site with numbered points': {
    tags: (id) => ['[Event "?"]', '[GameType "70,W"]', '[Time "2026-11-25 20:11:07"]', `[Rules "${id}"]`],
    words: numbered,
    number: (n) => `${n}. `,
    lineBreak: '\r\n',
    result: '1/2-1/2',
  },
  'a site with numbered points and captures of their own': {
    tags: (id) => ['[GameType "70,B,bl"]', `[Rules "${id}"]`],
    words: (move) => numbered(move).replace('x', ' x'),
    number: (n) => `${n}.`,
    lineBreak: '\r',
    result: '0-1',
  },
  'somebody who types in capitals without numbers': {
    tags: (id) => [`[Rules "${id}"]`],
    words: (move) => move.toUpperCase().replaceAll('X', 'x'),
    number: () => '',
    lineBreak: '\n',
    result: '1-0',
  },
}

function writeForeign(
  { tags, words, number, lineBreak, result }: Foreign,
  id: string,
  moves: readonly Move[],
) {
  const rows = moves.map((move, n) => `${n % 2 === 0 ? `${number(1 + n / 2)} ` : ''}${words(move)}`)
  const lines: string[] = []
  for (let n = 0; n < rows.length; n += 6) lines.push(rows.slice(n, n + 6).join(' '))
  return [...tags(id), '', ...lines, result, ''].join(lineBreak)
}

describe.each(Object.entries(FOREIGN))('games of %s', (_, foreign) => {
  it.each(MILL_IDS)('of %s are read, several in one file', (id) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomFrom(seed)
        const games = [80, 30, 5].map((plies) => randomGame(ruleSet(id), random, plies).moves)
        const text = games.map((moves) => writeForeign(foreign, id, moves)).join(foreign.lineBreak)
        const read = [...readRecords(text)]
        expect(read.map(({ moves, error }) => ({ moves, error }))).toEqual(
          games.map((moves) => ({ moves, error: null })),
        )
        const result = foreign.result || '*'
        expect(read.map((game) => game.result)).toEqual([result, result, result])
      }),
      { numRuns: RUNS },
    )
  })
})

describe('an error is located to the character', () => {
  const START = '.../.../.../....../.../.../..w b 8 9 1 41'
  it.each<[code: string, text: string, at: [line: number, column: number, ply: number], moves: string]>([
    ['illegal-move', '[Event "x"]\n\n1. d6 f4\n2. b6  d6 *', [4, 8, 4], 'd6 f4 b6'],
    ['illegal-move', '1. d6 f4 (1... d6) 2. b6 *', [1, 16, 2], 'd6 f4'],
    ['illegal-move', `[FEN "${START}"]\n\n41... g1 *`, [3, 7, 1], ''],
    ['unreadable-token', '1. d6 f4\r\n\t2. Nf3 *', [2, 5, 3], 'd6 f4'],
    ['unreadable-token', '1. d6 ) f4 *', [1, 7, 2], 'd6'],
    ['unreadable-token', '1. d6 $300 *', [1, 7, 2], 'd6'],
    ['unclosed-comment', '1. d6\n   {never closed f4 2. b6', [2, 4, 2], 'd6'],
    ['unclosed-variation', '1. d6 f4 (1... a1 2. b6', [1, 10, 4], 'd6 f4'],
    ['unknown-rules', '[White "a"]\n[Rules  "chess"]\n\n1. e4 *', [2, 10, 1], ''],
    ['malformed-position', '[SetUp "1"]\n[FEN "8/8 w"]\n\n1. d6 *', [2, 7, 1], ''],
    ['two-captures', '1. d6 f4 2. b6 a1\n3. f6xa1xf4 a1 *', [2, 4, 5], 'd6 f4 b6 a1'],
    ['two-captures', '[GameType "70,W"]\n\n1. 5 14 2. 4 22\n3. 6x22x14 *', [4, 4, 5], 'd6 f4 b6 a1'],
    ['too-large', `1. d6 f4 {${'x'.repeat(2001)}} *`, [1, 10, 3], 'd6 f4'],
    ['too-large', `1. d6${' $1'.repeat(11)} f4 *`, [1, 37, 2], 'd6'],
  ])('%s: %s', (code, text, [line, column, ply], moves) => {
    const [game, ...more] = readRecords(text)
    expect(more).toEqual([])
    expect(game!.moves.join(' ')).toBe(moves)
    expect(game!.error).toMatchObject({ code, line, column, ply, detail: expect.stringMatching(/\S/) })
    // what was read up to there is a game
    if (game!.tree && game!.tree.start === null)
      expect(positionsOf(ruleSet(game!.tree.rules), game!.moves)).toHaveLength(game!.moves.length + 1)
  })
})
