import type { MillRules, Outcome } from '../src/index.ts'

/**
 * The mill games written from docs/rules.md in the slow, obvious way, on position texts. It shares nothing with the fast
 * engine: if the two agree over many games, both are taken to be right.
 */
type Stones = Map<string, string>

interface Read {
  stones: Stones
  side: string
  enemy: string
  hands: Record<string, number>
  quiet: number
  moveNumber: number
}

const RANKS = [
  ['a7', 'd7', 'g7'],
  ['b6', 'd6', 'f6'],
  ['c5', 'd5', 'e5'],
  ['a4', 'b4', 'c4', 'e4', 'f4', 'g4'],
  ['c3', 'd3', 'e3'],
  ['b2', 'd2', 'f2'],
  ['a1', 'd1', 'g1'],
]
export const POINTS = RANKS.flat()

/** Ranks and files in threes; on the diagonal board also the two long diagonals. */
export function rowsOfThree(diagonal: boolean): string[][] {
  const files = [...'abcdefg'].map((file) => POINTS.filter((point) => point[0] === file).reverse())
  const diagonals = [
    ['a1', 'b2', 'c3', 'e5', 'f6', 'g7'],
    ['a7', 'b6', 'c5', 'e3', 'f2', 'g1'],
  ]
  return [...RANKS, ...files, ...(diagonal ? diagonals : [])].flatMap((row) =>
    row.length === 3 ? [row] : [row.slice(0, 3), row.slice(3)],
  )
}

const ROWS = rowsOfThree(false)
const ROWS_WITH_DIAGONALS = rowsOfThree(true)
const rowsOf = (rules: MillRules) => (rules.id.includes('diagonal') ? ROWS_WITH_DIAGONALS : ROWS)

function read(text: string): Read {
  const [rows, side, white, black, quiet, moveNumber] = text.split(' ') as string[]
  const stones: Stones = new Map()
  const letters = rows!.split('/').join('')
  POINTS.forEach((point, index) => {
    if (letters[index] !== '.') stones.set(point, letters[index]!)
  })
  return {
    stones,
    side: side!,
    enemy: side === 'w' ? 'b' : 'w',
    hands: { w: Number(white), b: Number(black) },
    quiet: Number(quiet),
    moveNumber: Number(moveNumber),
  }
}

const of = (stones: Stones, side: string) => POINTS.filter((point) => stones.get(point) === side)
const stand = (stones: Stones, row: string[], side: string) =>
  row.every((point) => stones.get(point) === side)

function adjacent(rules: MillRules, a: string, b: string): boolean {
  return rowsOf(rules).some(
    (row) => Math.abs(row.indexOf(a) - row.indexOf(b)) === 1 && row.includes(a) && row.includes(b),
  )
}

/** All placements and moves without their captures, each with the board after it. */
function steps(
  rules: MillRules,
  { stones, side, hands }: Read,
): { step: string; to: string; board: Stones }[] {
  const empty = POINTS.filter((point) => !stones.has(point))
  if (hands[side]! > 0) return empty.map((to) => ({ step: to, to, board: new Map(stones).set(to, side) }))
  const own = of(stones, side)
  const flies = rules.flying && own.length === 3
  return own.flatMap((from) =>
    empty
      .filter((to) => flies || adjacent(rules, from, to))
      .map((to) => {
        const board = new Map(stones)
        board.delete(from)
        board.set(to, side)
        return { step: `${from}-${to}`, to, board }
      }),
  )
}

const closes = (rules: MillRules, board: Stones, to: string, side: string) =>
  rowsOf(rules).some((row) => row.includes(to) && stand(board, row, side))

function mayBeTaken(rules: MillRules, board: Stones, enemy: string): string[] {
  const all = of(board, enemy)
  const free = all.filter(
    (point) => !rowsOf(rules).some((row) => row.includes(point) && stand(board, row, enemy)),
  )
  return free.length > 0 ? free : all
}

function candidates(rules: MillRules, at: Read): string[] {
  return steps(rules, at).flatMap(({ step, to, board }) => {
    if (!closes(rules, board, to, at.side)) return [step]
    const captures = mayBeTaken(rules, board, at.enemy).map((point) => `${step}x${point}`)
    return rules.taking === 'optional' || captures.length === 0 ? [step, ...captures] : captures
  })
}

const stonesLeft = (at: Read, side: string) => of(at.stones, side).length + at.hands[side]!

export function naiveMillOutcome(rules: MillRules, text: string): Outcome | null {
  const at = read(text)
  const name = { w: 'white', b: 'black' } as Record<string, 'white' | 'black'>
  if (stonesLeft(at, at.side) < 3) return { winner: name[at.enemy]!, reason: 'few-stones' }
  if (stonesLeft(at, at.enemy) < 3) return { winner: name[at.side]!, reason: 'few-stones' }
  if (candidates(rules, at).length === 0) return { winner: name[at.enemy]!, reason: 'blocked' }
  if (rules.draws.quiet === 'automatic' && at.quiet >= 100) return { winner: null, reason: 'quiet-moves' }
  return null
}

export const naiveMillMoves = (rules: MillRules, text: string): string[] =>
  naiveMillOutcome(rules, text) ? [] : candidates(rules, read(text)).sort()

export function naiveMillPlay(rules: MillRules, text: string, move: string): string {
  const at = read(text)
  const [step, captured] = move.split('x') as [string, string?]
  const { to, board } = steps(rules, at).find((candidate) => candidate.step === step)!
  const closed = closes(rules, board, to, at.side)
  if (captured) board.delete(captured)
  const hands = { ...at.hands, [at.side]: Math.max(0, at.hands[at.side]! - 1) }
  const reset = rules.quietReset === 'mill' ? closed : captured !== undefined
  const rows = RANKS.map((rank) => rank.map((point) => board.get(point) ?? '.').join('')).join('/')
  const number = at.moveNumber + (at.side === 'b' ? 1 : 0)
  return `${rows} ${at.enemy} ${hands.w} ${hands.b} ${reset ? 0 : at.quiet + 1} ${number}`
}
