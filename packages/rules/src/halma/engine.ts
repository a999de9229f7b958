import type { HalmaRules } from '../rule-set.ts'

export const EMPTY = 0
export const WHITE = 1
export const BLACK = 2
const EDGE = 4
export type Stone = typeof WHITE | typeof BLACK

/**
 * A turn in one integer: `to | from << 8`. A square is its place in a board whose rows are two squares longer than can
 * be seen and which has two such rows below and above: whoever steps or jumps off meets an edge, never the other side.
 */
export const toOf = (turn: number): number => turn & 255
export const fromOf = (turn: number): number => (turn >> 8) & 255

const MARGIN = 2

/** A Halma rule set made ready for play. */
export interface HalmaGame {
  readonly names: readonly string[]
  /** Square of each point in the order of the board's points. */
  readonly squares: readonly number[]
  readonly squareOf: ReadonlyMap<string, number>
  readonly nameOf: ReadonlyMap<number, string>
  /** An empty board with its edges. */
  readonly blank: Uint8Array
  readonly directions: Int32Array
  /** WHITE or BLACK where a square is in that side's camp. */
  readonly camps: Uint8Array
  /** Jumps keep the parity of file and rank: a square's bit among the squares that a jump from it can ever reach. */
  readonly jumpBits: Int32Array
  readonly stones: number
  readonly clearCampAfterPly: number
  readonly mostTurns: number
}

/** Who stands where; changed in place by `move`. `lists` has the squares of white's and of black's stones. */
export interface HalmaState {
  cells: Uint8Array
  lists: { [stone in Stone]: Uint8Array }
}

const games = new WeakMap<HalmaRules, HalmaGame>()

export function halmaGame(rules: HalmaRules): HalmaGame {
  const known = games.get(rules)
  if (known) return known
  const game = compile(rules)
  games.set(rules, game)
  return game
}

function compile(rules: HalmaRules): HalmaGame {
  const { board } = rules
  const width = board.size + MARGIN
  const square = (x: number, y: number) => (y + MARGIN) * width + MARGIN + x
  const room = square(0, board.size + MARGIN)
  if (board.size > 10) throw new RangeError(`${rules.id} has a larger board than 25 bits a parity`)
  const names = board.points.map((point) => point.name)
  const squares = board.points.map(({ x, y }) => square(x, y))
  const squareOf = new Map(names.map((name, index) => [name, squares[index]!]))
  const blank = new Uint8Array(room).fill(EDGE)
  const jumpBits = new Int32Array(room)
  const camps = new Uint8Array(room)
  const half = Math.ceil(board.size / 2)
  board.points.forEach(({ x, y }, index) => {
    blank[squares[index]!] = EMPTY
    jumpBits[squares[index]!] = 1 << ((y >> 1) * half + (x >> 1))
  })
  for (const name of board.camps.white) camps[squareOf.get(name)!] = WHITE
  for (const name of board.camps.black) camps[squareOf.get(name)!] = BLACK
  return {
    names,
    squares,
    squareOf,
    nameOf: new Map(names.map((name, index) => [squares[index]!, name])),
    blank,
    directions: Int32Array.of(1, -1, width, -width, width + 1, width - 1, 1 - width, -1 - width),
    camps,
    jumpBits,
    stones: rules.stones,
    clearCampAfterPly: rules.clearCampAfterPly,
    mostTurns: rules.stones * names.length,
  }
}

const waiting = new Uint8Array(64)

/**
 * Writes every legal turn of `list`'s stones into `out` from index `at` and returns the index after the last. The one
 * generator of Halma: for play, search and counting. Two jump paths between the same squares are one turn.
 *
 * The stone stays on its square meanwhile: it can neither end there nor, by parity, jump over it, and coming through it
 * opens nothing that a jump from it did not.
 */
export function turns(
  game: HalmaGame,
  cells: Uint8Array,
  list: Uint8Array,
  out: Int32Array,
  at: number,
): number {
  const { directions, jumpBits } = game
  for (let s = 0; s < list.length; s++) {
    const from = list[s]!
    const start = from << 8
    let reached = 0
    let length = 0
    for (let d = 0; d < 8; d++) {
      const step = directions[d]!
      const next = from + step
      if (cells[next] === EMPTY) out[at++] = start | next
      else if (cells[next + step] === EMPTY) {
        const landing = next + step
        reached |= jumpBits[landing]!
        out[at++] = start | landing
        waiting[length++] = landing
      }
    }
    while (length > 0) {
      const square = waiting[--length]!
      for (let d = 0; d < 8; d++) {
        const step = directions[d]!
        const landing = square + step + step
        if (cells[square + step] !== EMPTY && cells[landing] === EMPTY && !(reached & jumpBits[landing]!)) {
          reached |= jumpBits[landing]!
          out[at++] = start | landing
          waiting[length++] = landing
        }
      }
    }
  }
  return at
}

/** Moves a stone, and back again with `from` and `to` exchanged. */
export function move({ cells, lists }: HalmaState, stone: Stone, from: number, to: number): void {
  cells[from] = EMPTY
  cells[to] = stone
  const list = lists[stone]
  list[list.indexOf(from)] = to
}

/** How many stones of a list stand in a camp. */
export function countIn(game: HalmaGame, list: Uint8Array, camp: Stone): number {
  let found = 0
  for (let i = 0; i < list.length; i++) if (game.camps[list[i]!] === camp) found++
  return found
}

/** Whether the camps end the game: one filled by the other side, or one not clear when it must be (docs/rules.md, halma 3 and 4). */
export const isOver = (game: HalmaGame, { lists }: HalmaState, ply: number): boolean =>
  countIn(game, lists[WHITE], BLACK) === game.stones ||
  countIn(game, lists[BLACK], WHITE) === game.stones ||
  (ply >= game.clearCampAfterPly &&
    (countIn(game, lists[WHITE], WHITE) > 0 || countIn(game, lists[BLACK], BLACK) > 0))

/** How many lines of `depth` turns there are after `ply` plies, `stone` to move. Leaves `state` as it was. */
export function perft(game: HalmaGame, state: HalmaState, stone: Stone, ply: number, depth: number): number {
  if (depth === 0) return 1
  return lines(game, state, stone, ply, depth, new Int32Array(game.mostTurns * depth), 0)
}

function lines(
  game: HalmaGame,
  state: HalmaState,
  stone: Stone,
  ply: number,
  depth: number,
  out: Int32Array,
  at: number,
): number {
  if (isOver(game, state, ply)) return 0
  const end = turns(game, state.cells, state.lists[stone], out, at)
  if (depth === 1) return end - at
  const other = stone === WHITE ? BLACK : WHITE
  let total = 0
  for (let i = at; i < end; i++) {
    const from = fromOf(out[i]!)
    const to = toOf(out[i]!)
    move(state, stone, from, to)
    total += lines(game, state, other, ply + 1, depth - 1, out, end)
    move(state, stone, to, from)
  }
  return total
}
