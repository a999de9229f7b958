import type { HalmaRules, Outcome } from '../src/index.ts'

/** Halma written from docs/rules.md in the slow, obvious way, on position texts: see naive-mill.ts. */
interface Read {
  rows: string[][]
  side: string
  ply: number
}

const DIRECTIONS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx || dy)
const name = (x: number, y: number) => `${String.fromCharCode(97 + x)}${y + 1}`

function read(text: string): Read {
  const [rows, side, number] = text.split(' ') as [string, string, string]
  return {
    rows: rows
      .split('/')
      .reverse()
      .map((row) => [...row]),
    side,
    ply: 2 * Number(number) - (side === 'w' ? 2 : 1),
  }
}

/** Whether a square is in a side's camp: the triangle in its corner that has room for its stones. */
function inCamp({ board, stones }: HalmaRules, side: string, x: number, y: number): boolean {
  let rows = 0
  while ((rows * (rows + 1)) / 2 < stones) rows++
  const last = board.size - 1
  return (side === 'w' ? last - x + y : x + last - y) < rows
}

function squares({ rows }: Read, side: string): [number, number][] {
  return rows.flatMap((row, y) =>
    row.flatMap((cell, x) => (cell === side ? [[x, y] as [number, number]] : [])),
  )
}

function candidates(at: Read): string[] {
  const moves: string[] = []
  for (const [x, y] of squares(at, at.side)) {
    const rows = at.rows.map((row) => [...row])
    rows[y]![x] = '.'
    const reached = new Set<string>()
    const jump = (cx: number, cy: number): void => {
      for (const [dx, dy] of DIRECTIONS) {
        const over = rows[cy + dy]?.[cx + dx]
        const landing = rows[cy + 2 * dy]?.[cx + 2 * dx]
        const square = name(cx + 2 * dx, cy + 2 * dy)
        if ((over === 'w' || over === 'b') && landing === '.' && !reached.has(square)) {
          reached.add(square)
          jump(cx + 2 * dx, cy + 2 * dy)
        }
      }
    }
    jump(x, y)
    for (const [dx, dy] of DIRECTIONS) if (rows[y + dy]?.[x + dx] === '.') reached.add(name(x + dx, y + dy))
    reached.delete(name(x, y))
    for (const square of reached) moves.push(`${name(x, y)}-${square}`)
  }
  return moves
}

export function naiveHalmaOutcome(rules: HalmaRules, text: string): Outcome | null {
  const limit = rules.clearCampAfterPly
  const at = read(text)
  const names = { w: 'white', b: 'black' } as const
  const [mover, next] = at.side === 'w' ? (['b', 'w'] as const) : (['w', 'b'] as const)
  for (const side of [mover, next]) {
    if (squares(at, side).every(([x, y]) => inCamp(rules, side === 'w' ? 'b' : 'w', x, y)))
      return { winner: names[side], reason: 'camp-filled' }
  }
  const home = (side: string) => squares(at, side).some(([x, y]) => inCamp(rules, side, x, y))
  if (at.ply >= limit && (home('w') || home('b'))) {
    if (home('w') && home('b')) return { winner: null, reason: 'camps-not-cleared' }
    return {
      winner: home('w') ? 'black' : 'white',
      reason: at.ply === limit ? 'camp-not-cleared' : 'camp-re-entered',
    }
  }
  return candidates(at).length === 0 ? { winner: names[mover], reason: 'blocked' } : null
}

export const naiveHalmaMoves = (rules: HalmaRules, text: string): string[] =>
  naiveHalmaOutcome(rules, text) ? [] : candidates(read(text)).sort()

export function naiveHalmaPlay(text: string, move: string): string {
  const at = read(text)
  const [from, to] = move.split('-').map((square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1])
  at.rows[from![1]!]![from![0]!] = '.'
  at.rows[to![1]!]![to![0]!] = at.side
  const rows = at.rows
    .map((row) => row.join(''))
    .reverse()
    .join('/')
  return `${rows} ${at.side === 'w' ? 'b' : 'w'} ${Math.floor((at.ply + 1) / 2) + 1}`
}
