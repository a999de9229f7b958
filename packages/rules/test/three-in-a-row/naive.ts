import type { Outcome } from '../../src/index.ts'

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]
const NAMES = 'a3 b3 c3 a2 b2 c2 a1 b1 c1'.split(' ')

/** The nine letters, the letter of the side to move, its hand and the rest. */
function read(position: string) {
  const [rows = '', side = '', ...numbers] = position.split(' ')
  const [white = 0, black = 0, quiet = 0, number = 0] = numbers.map(Number)
  return { letters: [...rows.replaceAll('/', '')], side, hands: { w: white, b: black }, quiet, number }
}

const hasRow = (letters: string[], letter: string): boolean =>
  LINES.some((line) => line.every((at) => letters[at] === letter))

export function naiveThreeMoves(position: string): string[] {
  const { letters, side, hands } = read(position)
  if (hasRow(letters, 'w') || hasRow(letters, 'b')) return []
  const moves: string[] = []
  for (let to = 0; to < 9; to++) {
    if (letters[to] !== '.') continue
    if (hands[side as 'w' | 'b'] > 0) {
      moves.push(...withCaptures(letters, side, -1, to))
      continue
    }
    for (let from = 0; from < 9; from++) {
      const across = Math.abs((from % 3) - (to % 3))
      const up = Math.abs(Math.floor(from / 3) - Math.floor(to / 3))
      if (letters[from] === side && across <= 1 && up <= 1)
        moves.push(...withCaptures(letters, side, from, to))
    }
  }
  return moves.sort()
}

/** A move, alone and with each enemy stone that is then between the moved one and another of the mover's. */
function withCaptures(letters: string[], side: string, from: number, to: number): string[] {
  const move = from < 0 ? NAMES[to]! : `${NAMES[from]}-${NAMES[to]}`
  const after = letters.map((letter, at) => (at === to ? side : at === from ? '.' : letter))
  const captures = LINES.filter(
    ([a, b, c]) =>
      (a === to || c === to) && after[a!] === side && after[c!] === side && !['.', side].includes(after[b!]!),
  )
  return [move, ...captures.map(([, b]) => `${move}x${NAMES[b!]}`)]
}

export function naiveThreeOutcome(position: string): Outcome | null {
  const { letters, side } = read(position)
  const other = side === 'w' ? 'b' : 'w'
  for (const letter of [other, side])
    if (hasRow(letters, letter)) return { winner: letter === 'w' ? 'white' : 'black', reason: 'blocked' }
  if (naiveThreeMoves(position).length > 0) return null
  return { winner: other === 'w' ? 'white' : 'black', reason: 'blocked' }
}

export function naiveThreePlay(position: string, move: string): string {
  const { letters, side, hands, quiet, number } = read(position)
  const [step = '', captured] = move.split('x')
  const [from, to] = step.includes('-') ? step.split('-') : [null, step]
  if (captured) letters[NAMES.indexOf(captured)] = '.'
  if (from) letters[NAMES.indexOf(from)] = '.'
  else hands[side as 'w' | 'b']--
  letters[NAMES.indexOf(to!)] = side
  const rows = [0, 3, 6].map((at) => letters.slice(at, at + 3).join('')).join('/')
  const next = side === 'w' ? 'b' : 'w'
  return `${rows} ${next} ${hands.w} ${hands.b} ${to === 'b2' ? 0 : quiet + 1} ${side === 'b' ? number + 1 : number}`
}
