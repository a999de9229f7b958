import type { HalmaRules, Move, Position } from '@tegenzet/rules'
import {
  BLACK,
  decodeHalmaPosition,
  fromOf,
  type HalmaGame,
  type HalmaState,
  halmaGame,
  move,
  notation,
  pliesBefore,
  type Stone,
  stoneOf,
  toOf,
  turns,
  WHITE,
} from '@tegenzet/rules/halma'
import { type Board, DRAWN, GOES_ON, LOST, type Standing, WON } from './board.ts'

/** As many of the turns that lead furthest are looked into: the others hardly ever do better. */
const WIDTH = 20
/** From how many plies before camps must be clear those are told apart. */
const NEAR = 15
/** A step, in the scores of all games. */
const STEP = 10
/** A stone still in the own camp, by the plies that are left to clear it. */
const OVERDUE = 4_000

/** A square's worth for each side: how far it is from the corner that the side goes for. */
interface Ground {
  /** Steps along the ranks and files to that corner; the camp is exactly the squares nearest to it. */
  away: Record<Stone, Int32Array>
  worth: Record<Stone, Int32Array>
  /** From a square to another by steps in any of the eight directions: `from * room + to`. */
  steps: Uint8Array
  goals: Record<Stone, number[]>
  /** Two random integers for each stone on each square. */
  keys: Record<Stone, { low: Int32Array; high: Int32Array }>
}

const grounds = new WeakMap<HalmaRules, Ground>()

function groundOf(rules: HalmaRules): Ground {
  const known = grounds.get(rules)
  if (known) return known
  const { board } = rules
  const { squareOf, blank } = halmaGame(rules)
  const last = board.size - 1
  const room = () => new Int32Array(blank.length)
  const sides = <T>(make: () => T): Record<Stone, T> => ({ [WHITE]: make(), [BLACK]: make() })
  const random = scatter()
  const ground: Ground = {
    away: sides(room),
    worth: sides(room),
    steps: new Uint8Array(blank.length ** 2),
    goals: {
      [WHITE]: board.camps.black.map((name) => squareOf.get(name)!),
      [BLACK]: board.camps.white.map((name) => squareOf.get(name)!),
    },
    keys: sides(() => ({ low: room().map(random), high: room().map(random) })),
  }
  for (const { name, x, y } of board.points) {
    const square = squareOf.get(name)!
    for (const other of board.points) {
      const far = Math.max(Math.abs(x - other.x), Math.abs(y - other.y))
      ground.steps[square * blank.length + squareOf.get(other.name)!] = far
    }
    const off = Math.abs(x + y - last)
    for (const stone of [WHITE, BLACK] as const) {
      const away = stone === WHITE ? x + last - y : last - x + y
      ground.away[stone][square] = away
      // a straggler is worse than its steps, and ladders are built in the middle
      ground.worth[stone][square] = -(STEP * away + Math.trunc((away * away) / 2) + off * 2)
    }
  }
  grounds.set(rules, ground)
  return ground
}

/** The same integers every time: keys of positions need no more. */
function scatter(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state
  }
}

/** Halma in play. */
export class HalmaBoard implements Board {
  readonly mostTurns: number
  readonly turnKinds = 65_536
  readonly repetitionDraws = false
  keyLow = 0
  keyHigh = 0
  readonly #game: HalmaGame
  readonly #ground: Ground
  readonly #state: HalmaState
  #stone: Stone
  #ply: number
  /** By stone: the sum of the worths of its squares, how many stones have arrived and how many have not left. */
  readonly #worth = { [WHITE]: 0, [BLACK]: 0 }
  readonly #arrived = { [WHITE]: 0, [BLACK]: 0 }
  readonly #atHome = { [WHITE]: 0, [BLACK]: 0 }
  readonly #promise: Int32Array
  readonly #holes: Int32Array
  readonly #nearest: Int32Array

  constructor(rules: HalmaRules, text: Position) {
    const position = decodeHalmaPosition(rules, text)
    this.#game = halmaGame(rules)
    this.#ground = groundOf(rules)
    this.#state = position.state
    this.#stone = stoneOf(position.side)
    this.#ply = pliesBefore(position)
    this.mostTurns = this.#game.mostTurns
    this.#promise = new Int32Array(this.mostTurns)
    this.#holes = new Int32Array(this.#game.stones)
    this.#nearest = new Int32Array(this.#game.stones)
    for (const stone of [WHITE, BLACK] as const) {
      for (const square of this.#state.lists[stone]) this.#put(stone, square, 1)
    }
    if (this.#stone === WHITE) this.keyLow ^= 1
  }

  /** Counts the plies to the one from which camps must be clear. */
  get counter(): number {
    const ply = this.#ply - this.#game.clearCampAfterPly + NEAR
    return ply < 0 ? 0 : Math.min(ply, NEAR)
  }

  notation(turn: number): Move {
    return notation(this.#game, turn)
  }

  /** As docs/rules.md, halma 3 and 4: a filled camp first, then the camps that must be clear. */
  standing(): Standing {
    const own = this.#stone
    const enemy = own === WHITE ? BLACK : WHITE
    const { stones, clearCampAfterPly } = this.#game
    if (this.#arrived[enemy] === stones) return LOST
    if (this.#arrived[own] === stones) return WON
    if (this.#ply < clearCampAfterPly) return GOES_ON
    const ownLate = this.#atHome[own] > 0
    const enemyLate = this.#atHome[enemy] > 0
    if (ownLate) return enemyLate ? DRAWN : LOST
    return enemyLate ? WON : GOES_ON
  }

  turns(out: Int32Array, at: number): number {
    const end = this.allTurns(out, at)
    if (end - at <= WIDTH) return end
    const promise = this.#promise
    for (let i = at; i < end; i++) promise[i - at] = this.promise(out[i]!)
    for (let i = at; i < at + WIDTH; i++) {
      let best = i
      for (let j = i + 1; j < end; j++) if (promise[j - at]! > promise[best - at]!) best = j
      const turn = out[best]!
      out[best] = out[i]!
      out[i] = turn
      promise[best - at] = promise[i - at]!
    }
    return at + WIDTH
  }

  /** Every legal turn, also those that are hardly worth a look. */
  allTurns(out: Int32Array, at: number): number {
    return turns(this.#game, this.#state.cells, this.#state.lists[this.#stone], out, at)
  }

  promise(turn: number): number {
    const from = fromOf(turn)
    const to = toOf(turn)
    const worth = this.#ground.worth[this.#stone]
    const { camps } = this.#game
    const home = (camps[from] === this.#stone ? 1 : 0) - (camps[to] === this.#stone ? 1 : 0)
    const goal = (this.#isGoal(to) ? 1 : 0) - (this.#isGoal(from) ? 1 : 0)
    return 3_000 + worth[to]! - worth[from]! + STEP * (home + goal)
  }

  isNoisy(): boolean {
    return false
  }

  play(turn: number): void {
    this.#move(fromOf(turn), toOf(turn))
    this.#pass(1)
  }

  takeBack(turn: number): void {
    this.#pass(-1)
    this.#move(toOf(turn), fromOf(turn))
  }

  evaluate(): number {
    const own = this.#stone
    const enemy = own === WHITE ? BLACK : WHITE
    return STEP + this.#total(own) - this.#total(enemy)
  }

  #total(stone: Stone): number {
    const { clearCampAfterPly } = this.#game
    let total = this.#worth[stone] - this.#wayLeft(stone)
    if (this.#atHome[stone] > 0) {
      const plies = Math.max(1, clearCampAfterPly - this.#ply)
      total -= Math.trunc((this.#atHome[stone] * OVERDUE) / (plies + 10))
    }
    return total
  }

  /** How far the stones outside the camp are from its holes: each stone from the nearest hole, each hole from the nearest stone. */
  #wayLeft(stone: Stone): number {
    const { steps, goals } = this.#ground
    const { cells, lists } = this.#state
    const room = cells.length
    const goal = goals[stone]
    const list = lists[stone]
    const other = stone === WHITE ? BLACK : WHITE
    const holes = this.#holes
    const nearest = this.#nearest
    let count = 0
    for (let i = 0; i < goal.length; i++) {
      if (cells[goal[i]!] === stone) continue
      holes[count] = goal[i]!
      nearest[count++] = room
    }
    let way = 0
    for (let j = 0; j < list.length; j++) {
      const from = list[j]!
      if (this.#game.camps[from] === other) continue
      let least = room
      for (let i = 0; i < count; i++) {
        const far = steps[from * room + holes[i]!]!
        if (far < least) least = far
        if (far < nearest[i]!) nearest[i] = far
      }
      way += least
    }
    for (let i = 0; i < count; i++) way += nearest[i]!
    return way * STEP
  }

  #isGoal(square: number): boolean {
    return this.#isGoalOf(this.#stone, square)
  }

  #isGoalOf(stone: Stone, square: number): boolean {
    return this.#game.camps[square] === (stone === WHITE ? BLACK : WHITE)
  }

  #move(from: number, to: number): void {
    move(this.#state, this.#stone, from, to)
    this.#put(this.#stone, from, -1)
    this.#put(this.#stone, to, 1)
  }

  /** Counts a stone on a square in, or out. */
  #put(stone: Stone, square: number, by: 1 | -1): void {
    const { worth, keys } = this.#ground
    this.#worth[stone] += by * worth[stone][square]!
    const camp = this.#game.camps[square]!
    if (camp === stone) this.#atHome[stone] += by
    else if (camp !== 0) this.#arrived[stone] += by
    this.keyLow ^= keys[stone].low[square]!
    this.keyHigh ^= keys[stone].high[square]!
  }

  #pass(by: 1 | -1): void {
    this.#stone = this.#stone === WHITE ? BLACK : WHITE
    this.#ply += by
    this.keyLow ^= 1
  }
}
