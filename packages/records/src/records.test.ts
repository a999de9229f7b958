import { readFileSync } from 'node:fs'
import { isRuleSetId, RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { randomFrom, randomGame, SOAK } from '../../rules/test/random.ts'
import { randomTree } from '../../trees/test/random-tree.ts'
import { type GameRecord, parseGame, RECORD_LIMITS, RecordReader, readRecords, writeRecord } from './index.ts'

const RUNS = SOAK ? 500 : 8

const read = (text: string, rules?: RuleSetId): GameRecord[] => [...readRecords(text, rules ? { rules } : {})]

function only(text: string, rules?: RuleSetId): GameRecord {
  const games = read(text, rules)
  expect(games).toHaveLength(1)
  return games[0]!
}

/** Writes lines as `records write` does. */
const written = (games: readonly GameRecord[]): string =>
  games
    .map((game) => {
      const parsed = parseGame(JSON.parse(JSON.stringify(game)))
      if (!parsed.ok) throw new Error(parsed.error)
      return writeRecord(parsed.value)
    })
    .join('')

const mainLine = ({ nodes }: MoveTree) => {
  const moves = []
  for (let at = nodes.findIndex(({ parent }) => parent === null); at >= 0; ) {
    moves.push(nodes[at]!.move)
    const parent = at
    at = nodes.findIndex((node) => node.parent === parent)
  }
  return moves
}

const TEXTS = ['', 'Anna', 'a "quoted" \\ name', 'two\nlines', '&#125; ] [x "y"]', 'é 🙂']

function randomRecord(id: RuleSetId, random: () => number): GameRecord {
  const tree = randomTree(id, random)
  const some = () => TEXTS[Math.floor(random() * TEXTS.length)]!
  const tags: Record<string, string> = {}
  if (random() < 0.8) Object.assign(tags, { Event: some(), White: some(), Black: some() })
  if (random() < 0.5) tags.Rules = id
  if (random() < 0.5 && tree.start) Object.assign(tags, { SetUp: '1', FEN: tree.start })
  const result = (['1-0', '0-1', '1/2-1/2', '*'] as const)[Math.floor(random() * 4)]!
  return { rules: id, tags, tree, moves: mainLine(tree), result, error: null }
}

describe.each(RULE_SET_IDS)('records of %s', (id) => {
  const overRecords = (law: (games: GameRecord[], random: () => number) => void) =>
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = randomFrom(seed)
        law([randomRecord(id, random), randomRecord(id, random), randomRecord(id, random)], random)
      }),
      { numRuns: RUNS },
    )

  it('are read as they were written, with trees, comments and set-up positions', () => {
    overRecords((games) => expect(read(written(games))).toEqual(games))
  })

  it('are read alike with every line break and in pieces of any size', () => {
    overRecords((games, random) => {
      const text = written(games)
      for (const lineBreak of ['\r\n', '\r'])
        expect(read(text.replaceAll('\n', lineBreak)), JSON.stringify(lineBreak)).toEqual(games)
      const reader = new RecordReader()
      const pieces: GameRecord[] = []
      const crlf = text.replaceAll('\n', '\r\n')
      for (let at = 0; at < crlf.length; ) {
        const size = 1 + Math.floor(random() * 300)
        pieces.push(...reader.push(crlf.slice(at, at + size)))
        at += size
      }
      expect([...pieces, ...reader.end()]).toEqual(games)
    })
  })

  it('that somebody damages keep the games around them', () => {
    overRecords(([first, damaged, last], random) => {
      const text = written([damaged!])
      const body = text.indexOf('\n\n')
      const at = body + Math.floor(random() * (text.length - body))
      const spoilt =
        text.slice(0, at) + ['{', '(', ')', '}', ' zz ', '['][Math.floor(random() * 6)] + text.slice(at)
      const tagged = { ...last!, tags: { Event: 'last', ...last!.tags } }
      const games = read(written([first!]) + spoilt + written([tagged]))
      expect(games[0]).toEqual(first)
      expect(games.at(-1)).toEqual(tagged)
    })
  })

  it('give their moves up to an error, and where it is', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (seed, cut) => {
        const { moves } = randomGame(ruleSet(id), randomFrom(seed), 60)
        const ply = cut % moves.length
        const text = `[Rules "${id}"]\n\n${moves.slice(0, ply).join('\n')}\n  z9 ${moves.slice(ply).join(' ')} 1-0`
        expect(only(text)).toMatchObject({
          moves: moves.slice(0, ply),
          result: '1-0',
          error: { line: ply === 0 ? 4 : ply + 3, column: 3, ply: ply + 1, code: 'unreadable-token' },
        })
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a record', () => {
  it('is written with tags, numbered moves, comments, shapes, glyphs, variations, times and the result', () => {
    const { tree, tags } = only(
      '[White "a"]\n[Rules "muehle"]\n[Result "1-0"]\n1. d6! {x [%csl Gd6][%cal Rd6d5]} (1. a1 f4) f4 1-0',
    )
    expect(writeRecord({ tree, tags, result: '1-0' }, ['2026-11-25T10:00:00Z'])).toBe(`[White "a"]
[Rules "muehle"]
[Result "1-0"]

1. d6 $1 {[%csl Gd6] [%cal Rd6d5] [%ts 2026-11-25T10:00:00Z] x} (1. a1 f4)
1... f4 1-0

`)
  })

  it('with black to move begins with three dots, at the number of its position', () => {
    const start = '.../.../.../....../.../.../..w b 8 9 1 41'
    const text = `[SetUp "1"]\n[FEN "${start}"]\n\nd6 f4 *`
    const game = only(text)
    expect(game.tree).toMatchObject({ start })
    expect(written([game])).toContain('\n\n41... d6 42. f4 *\n')
  })

  it.each<[string, string, string]>([
    ['without numbers', 'd6 f4 b6', 'd6 f4 b6'],
    ['with numbers without dots', '1 d6 f4 2 b6', 'd6 f4 b6'],
    ['with glued numbers', '1.d6 1...f4 2.b6', 'd6 f4 b6'],
    ['with dots alone', '1. d6 1 ... f4', 'd6 f4'],
    ['with upper-case points', 'D6 F4', 'd6 f4'],
    ['with glued suffixes', 'd6! f4?? b6!? a1?! a7+-', 'd6 f4 b6 a1 a7'],
    ['with a capture of its own', '1. d6 f4 2. b6 a1 3. f6 xA1', 'd6 f4 b6 a1 f6xa1'],
    ['with comments to the end of the line', 'd6 ; f4 comes\nb6', 'd6 b6'],
    ['with a percent line', 'd6\n% f4\nb6', 'd6 b6'],
  ])('%s is read', (_, text, moves) => {
    const game = only(`[Event "x"]\n\n${text} *`)
    expect(game).toMatchObject({ error: null, moves: moves.split(' ').filter(Boolean) })
  })

  it('of another site has points from 1 to 24', () => {
    const { moves, error } = only('[GameType "70,W"]\n\n1. 5 13 2. 4 24 3. 6x24 *')
    expect({ moves, error }).toEqual({ moves: ['d6', 'e4', 'b6', 'g1', 'f6xg1'], error: null })
    const start = 'ww./.../.../....../..w/b../b.b w 0 0 0 1'
    const set = `[FEN "${start}"]\n\n`
    expect(only(`${set}2-3 *`).moves).toEqual(['d7-g7'])
    expect(only(`${set}1-10 22-23 2-1 *`).moves).toEqual(['a7-a4', 'a1-d1', 'd7-a7'])
    expect(only(`[GameType "70"]\n1. 1 4 2. 2 5 3. 3 x4 0-1`)).toMatchObject({
      moves: ['a7', 'b6', 'd7', 'd6', 'g7xb6'],
      result: '0-1',
    })
  })

  it.each([
    'd6 f4 b6 a1 f6xa1xf4',
    'd6 f4 b6 a1 f6xa1 xf4',
    'd6 f4 b6 a1 f6 xa1 xf4',
    'd6 f4 b6 a1 f6 xa1xf4',
  ])('with two captures in a turn is damaged there: %s', (moves) => {
    expect(only(`${moves} d7 *`)).toMatchObject({
      moves: ['d6', 'f4', 'b6', 'a1'],
      error: { ply: 5, line: 1, code: 'two-captures' },
    })
  })

  it('takes its rules from its tag, else from the reader, else they are muehle', () => {
    expect(only('[Rules "merels"]\nd6 *', 'moulin').rules).toBe('merels')
    expect(only('d6 *', 'moulin').rules).toBe('moulin')
    expect(only('d6 *').rules).toBe('muehle')
  })

  it('keeps other commands in its comments', () => {
    expect(only('d6 {[%clk 1:00:00] [%csl Zd6] well [%csl Gd6]} *').tree!.nodes[0]).toMatchObject({
      comment: '[%clk 1:00:00] [%csl Zd6] well',
      shapes: [{ from: 'd6', colour: 'green' }],
    })
  })

  it('has shapes on the position it begins with', () => {
    const { tree, tags } = only('{[%csl Rd6] Begins} d6 *')
    expect(tree).toMatchObject({ comment: 'Begins', shapes: [{ from: 'd6', colour: 'red' }] })
    expect(writeRecord({ tree, tags, result: '*' })).toContain('{[%csl Rd6] Begins} 1. d6 *')
  })

  it('joins a variation with the move that it repeats, and keeps its main line', () => {
    const { tree, moves } = only('1. d6 (1. d6 a1) (1. d6 b6 {also}) 1... f4 2. b6 *')
    expect(moves).toEqual(['d6', 'f4', 'b6'])
    expect(tree!.nodes.filter(({ parent }) => parent === 0).map(({ move }) => move)).toEqual([
      'f4',
      'a1',
      'b6',
    ])
    const parsed = parseGame({ tree, result: '*' })
    expect(parsed.ok).toBe(true)
  })

  it('is found in a file without tags, by results', () => {
    const games = read('d6 f4 1-0\n\na1 d6 0-1 b6 *')
    expect(games.map(({ moves, result }) => [moves.join(' '), result])).toEqual([
      ['d6 f4', '1-0'],
      ['a1 d6', '0-1'],
      ['b6', '*'],
    ])
    expect(read(' \n{only a comment}\n')).toEqual([])
    expect(read('')).toEqual([])
  })

  it('without a result token has that of its tag', () => {
    expect(only('[Result "0-1"]\n\nd6').result).toBe('0-1')
  })

  it('whose rules or position are unknown is located at the tag, and written with its tags alone', () => {
    const unknown = only('[Event "x"]\n[Rules "chess"]\n\ne4 e5 1-0')
    expect(unknown).toMatchObject({
      rules: null,
      tree: null,
      moves: [],
      result: '1-0',
      error: { line: 2, column: 9, ply: 1, code: 'unknown-rules' },
    })
    expect(read(written([unknown]))).toMatchObject([{ error: { code: 'unknown-rules' }, tags: unknown.tags }])
    expect(only('[FEN "x"]\n\nd6 *').error).toMatchObject({ line: 1, column: 7, code: 'malformed-position' })
  })

  it('counts the column of an error in characters', () => {
    expect(only('d6 {🙂🙂} zz *').error).toMatchObject({ line: 1, column: 9 })
  })

  it.each<[string, string, number]>([
    ['unclosed-comment', 'd6 {no end', 2],
    ['unclosed-variation', 'd6 f4 (1... a1 2. b6 *', 4],
    ['unreadable-token', 'd6 ) f4', 2],
    ['unreadable-token', '(d6) f4', 1],
    ['unreadable-token', 'd6 $1000', 2],
    ['illegal-move', 'd6 d6', 2],
    ['too-large', `d6 {${'x'.repeat(2001)}}`, 2],
    ['too-large', `d6 ${'$1 '.repeat(11)}`, 2],
    ['too-large', `[Event "${'x'.repeat(3000)}"]\n\nd6`, 1],
  ])('with %s keeps the games around it', (code, moves, ply) => {
    const games = read(`[Event "1"]\n\na1 *\n\n[Event "2"]\n${moves}\n\n[Event "3"]\n\nb6 {fine} *`)
    expect(games[0]).toMatchObject({ moves: ['a1'], error: null })
    expect(games[1]!.error).toMatchObject({ code, ply })
    expect(games.at(-1)).toMatchObject({ moves: ['b6'], error: null, tags: { Event: '3' } })
  })

  it('with an unclosed comment does not swallow the next game, also without tags', () => {
    expect(read('d6 {no end\n\n1. a1 {an end} f4 *')).toMatchObject([
      { moves: ['d6'], error: { code: 'unclosed-comment', line: 1, column: 4 } },
      { moves: ['a1', 'f4'], error: null },
    ])
  })
})

it('with a comment that has a line like a tag is one game', () => {
  const comment = 'He wrote:\n[Event "x"]\n[White "y"]\n\nand more'
  expect(read(`[Event "1"]\n\nd6 {${comment}} f4 {ends}\n\n[Event "2"]\n\na1 *`)).toMatchObject([
    { tags: { Event: '1' }, moves: ['d6', 'f4'], error: null },
    { tags: { Event: '2' }, moves: ['a1'], error: null },
  ])
})

it('after an unclosed comment begin again, each on its line', () => {
  const damaged = '[Event "1"]\n\nd6 {no end'
  const plain = '[Event "2"]\n[Site "a } brace"]\n\na1 zz'
  const other = '[Event "3"]\n\nb6 {fine} *'
  for (const games of [
    [damaged, plain, other],
    [damaged, other],
    [damaged, plain],
  ]) {
    const found = read(games.join('\n\n'))
    expect(found.map(({ tags }) => tags.Event)).toEqual(games.map((text) => /"(\d)"/.exec(text)?.[1]))
    expect(found[0]?.error).toMatchObject({ code: 'unclosed-comment', line: 3, column: 4 })
  }
  expect(read([damaged, plain, other].join('\n\n'))[1]?.error).toMatchObject({ line: 8, column: 4 })
})

it('that were joined, each with its byte order mark, are all read', () => {
  const files = ['[Event "1"]\n\nd6 f4', '[Event "2"]\n\nd6 zz', '1. a1 *', '[Event "3"]\n\nb6 {x} *']
  for (const between of ['\n', '\n\n', '\r\n']) {
    const games = read(files.map((text) => `\uFEFF${text}${between}`).join(''))
    expect(games.map(({ moves }) => moves)).toEqual([['d6', 'f4'], ['d6'], ['a1'], ['b6']])
  }
})

describe('a huge record', () => {
  const SHUFFLE = '[FEN "w.b/.../.../....../.../b.w/w.b w 0 0 0 1"]\n\n'
  const shuffle = (plies: number) =>
    Array.from({ length: plies }, (_, n) => ['a1-a4', 'g1-g4', 'a4-a1', 'g4-g1'][n % 4]).join(' ')

  it('ends at the limits of a tree', () => {
    expect(only(`${SHUFFLE}${shuffle(2000)} *`).error).toBeNull()
    const { moves, error } = only(`${SHUFFLE}${shuffle(2001)} *`)
    expect(moves).toHaveLength(2000)
    expect(error).toMatchObject({ ply: 2001, code: 'too-large' })
  })

  it.each<[string, string]>([
    ['of open comments', '{'],
    ['of open variations', '('],
    ['of percent lines', '\n%'],
    ['of blanks', '     \n'],
    ['of words', 'zz '],
    ['of one word', 'z'],
    ['of digits', '1'],
    ['of glyphs', '!'],
    ['of damaged tags', '[a "'],
    ['of commands', '{[%csl [%csl '],
    ['of comments that do not end', '{ 1\n'],
    ['of line breaks', '\r'],
  ])('%s ends: time that grows with the square of its length would not', (_, part) => {
    const text = part.repeat(1_000_000 / part.length)
    expect([...readRecords(`d6 ${text}`)].length).toBeGreaterThan(0)
  })

  it('is too large beyond the limit, and the game after it is read', () => {
    const reader = new RecordReader()
    const games: GameRecord[] = [...reader.push('[Event "huge"]\n\n1. d6 f4\n')]
    const chunk = `; ${'x'.repeat(1_000_000)}\n`
    for (let length = 0; length <= RECORD_LIMITS.length; length += chunk.length)
      games.push(...reader.push(chunk))
    games.push(...reader.push('\n[Event "next"]\n\na1 *'), ...reader.end())
    expect(games).toMatchObject([
      { tags: { Event: 'huge' }, moves: ['d6', 'f4'], error: { code: 'too-large' } },
      { tags: { Event: 'next' }, moves: ['a1'], error: null },
    ])
  })
})

describe('a line to write', () => {
  const { tree } = only('d6 *')
  it.each<[string, unknown]>([
    ['that is no object', null],
    ['without a result', { tree }],
    ['with a tag that is no text', { tree, result: '*', tags: { Event: 1 } }],
    ['with a name of a tag that cannot be written', { tree, result: '*', tags: { 'a b': 'x' } }],
    ['with a malformed tree', { tree: { ...tree, nodes: [{ parent: null, move: 'x' }] }, result: '*' }],
    ['with other rules in its tags', { tree, result: '*', tags: { Rules: 'merels' } }],
    ['with other rules than its tree', { rules: 'merels', tree, result: '*' }],
    [
      'with another start in its tags',
      { tree, result: '*', tags: { FEN: '.../.../.../....../.../.../... b 9 9 0 1' } },
    ],
  ])('%s is refused', (_, line) => {
    expect(parseGame(line).ok).toBe(false)
  })
})

describe('docs/records.md', () => {
  const document = readFileSync(new URL('../../../docs/records.md', import.meta.url), 'utf8')
  const blocks = Array.from(document.matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm), ([block]) =>
    block.replace(/^ {4}/gm, '').trim(),
  ).filter((block) => !/^(npx|\{)/.test(block))

  test('every example is read without an error and written again', () => {
    expect(blocks.length).toBeGreaterThan(8)
    for (const block of blocks) {
      const games = read(block)
      expect(games.length, block).toBeGreaterThan(0)
      for (const game of games) expect(game.error, block).toBeNull()
      expect(read(written(games))).toEqual(games)
    }
  })

  test('every code of an error has an example with that error', () => {
    const rows = [...document.matchAll(/^\| `([a-z-]+)` \| .* \| `([^`]+)` \|$/gm)]
    const found = rows.map(([, code, text]) => [code, only(text!).error?.code])
    expect(found).toEqual(found.map(([code]) => [code, code]))
    expect(found.map(([code]) => code).sort()).toEqual(
      [
        ...['illegal-move', 'malformed-position', 'two-captures', 'unclosed-comment'],
        ...['unclosed-variation', 'unknown-rules', 'unreadable-token'],
      ].sort(),
    )
  })

  test('names no rule set that does not exist', () => {
    for (const [, id] of document.matchAll(/\[Rules "([^"]+)"\]/g))
      if (id !== 'chess') expect(isRuleSetId(id!)).toBe(true)
  })
})
