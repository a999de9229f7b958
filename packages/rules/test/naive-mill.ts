import type { MillRules, Outcome } from '../src/index.ts'

/**
 * The mill games written from docs/rules.md in the slow, obvious way, on position texts. It shares only the board's data
 * with the fast engine: if the two agree over many games, both are taken to be right.
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

const pointsOf = ({ board }: MillRules): string[] => board.points.map(({ name }) => name)

function read(rules: MillRules, text: string): Read {
  const [rows, side, white, black, quiet, moveNumber] = text.split(' ') as string[]
  const stones: Stones = new Map()
  const letters = rows!.split('/').join('')
  pointsOf(rules).forEach((point, index) => {
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

const of = (stones: Stones, side: string) => [...stones.keys()].filter((point) => stones.get(point) === side)
const stand = (stones: Stones, row: readonly string[], side: string) =>
  row.every((point) => stones.get(point) === side)

const adjacent = ({ board }: MillRules, a: string, b: string): boolean =>
  board.lines.some((line) => line.includes(a) && line.includes(b))

/** All placements and moves without their captures, each with the board after it. */
function steps(
  rules: MillRules,
  { stones, side, hands }: Read,
): { step: string; to: string; board: Stones }[] {
  const empty = pointsOf(rules).filter((point) => !stones.has(point))
  const inHand = hands[side]! > 0
  const placements = inHand ? empty.map((to) => ({ step: to, to, board: new Map(stones).set(to, side) })) : []
  if (inHand && !rules.movesWhilePlacing) return placements
  const own = of(stones, side)
  const flies = rules.flying && own.length === 3 && !inHand
  const moves = own.flatMap((from) =>
    empty
      .filter((to) => flies || adjacent(rules, from, to))
      .map((to) => {
        const board = new Map(stones)
        board.delete(from)
        board.set(to, side)
        return { step: `${from}-${to}`, to, board }
      }),
  )
  return [...placements, ...moves]
}

const closes = (rules: MillRules, board: Stones, to: string, side: string) =>
  rules.board.mills.some((row) => row.includes(to) && stand(board, row, side))

function mayBeTaken(rules: MillRules, board: Stones, enemy: string): string[] {
  const all = of(board, enemy)
  const free = all.filter(
    (point) => !rules.board.mills.some((row) => row.includes(point) && stand(board, row, enemy)),
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
  const at = read(rules, text)
  const name = { w: 'white', b: 'black' } as Record<string, 'white' | 'black'>
  if (stonesLeft(at, at.side) < 3) return { winner: name[at.enemy]!, reason: 'few-stones' }
  if (stonesLeft(at, at.enemy) < 3) return { winner: name[at.side]!, reason: 'few-stones' }
  if (candidates(rules, at).length === 0) return { winner: name[at.enemy]!, reason: 'blocked' }
  if (rules.draws.quiet === 'automatic' && at.quiet >= 100) return { winner: null, reason: 'quiet-moves' }
  return null
}

export const naiveMillMoves = (rules: MillRules, text: string): string[] =>
  naiveMillOutcome(rules, text) ? [] : candidates(rules, read(rules, text)).sort()

/** The points of each rank, from the top down. */
function ranksOf({ board }: MillRules): string[][] {
  const ranks = [...new Set(board.points.map(({ y }) => y))].sort((a, b) => b - a)
  return ranks.map((rank) => board.points.filter(({ y }) => y === rank).map(({ name }) => name))
}

export function naiveMillPlay(rules: MillRules, text: string, move: string): string {
  const at = read(rules, text)
  const [step, captured] = move.split('x') as [string, string?]
  const { to, board } = steps(rules, at).find((candidate) => candidate.step === step)!
  const closed = closes(rules, board, to, at.side)
  if (captured) board.delete(captured)
  const placed = step.includes('-') ? 0 : 1
  const hands = { ...at.hands, [at.side]: at.hands[at.side]! - placed }
  const reset = rules.quietReset === 'mill' ? closed : captured !== undefined
  const rows = ranksOf(rules)
    .map((rank) => rank.map((point) => board.get(point) ?? '.').join(''))
    .join('/')
  const number = at.moveNumber + (at.side === 'b' ? 1 : 0)
  return `${rows} ${at.enemy} ${hands.w} ${hands.b} ${reset ? 0 : at.quiet + 1} ${number}`
}
