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
  const [rows, side, white, black, number] = position.split(' ') as [string, string, string, string, string]
  const letters = [...rows.replaceAll('/', '')]
  return { letters, side, hands: { w: Number(white), b: Number(black) }, number: Number(number) }
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
      moves.push(NAMES[to]!)
      continue
    }
    for (let from = 0; from < 9; from++) {
      const across = Math.abs((from % 3) - (to % 3))
      const up = Math.abs(Math.floor(from / 3) - Math.floor(to / 3))
      if (letters[from] === side && across <= 1 && up <= 1) moves.push(`${NAMES[from]}-${NAMES[to]}`)
    }
  }
  return moves.sort()
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
  const { letters, side, hands, number } = read(position)
  const [from, to] = move.includes('-') ? move.split('-') : [null, move]
  if (from) letters[NAMES.indexOf(from)] = '.'
  else hands[side as 'w' | 'b']--
  letters[NAMES.indexOf(to!)] = side
  const rows = [0, 3, 6].map((at) => letters.slice(at, at + 3).join('')).join('/')
  const next = side === 'w' ? 'b' : 'w'
  return `${rows} ${next} ${hands.w} ${hands.b} ${side === 'b' ? number + 1 : number}`
}
