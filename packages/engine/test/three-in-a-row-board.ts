import { decodeMove, legalMoves, type Move, type Position, playTurn, positionOutcome } from '@tegenzet/rules'
import { THREE } from '../../rules/test/three-in-a-row/add.ts'
import { NOT_COVERED } from '../src/endings.ts'
import type { Key } from '../src/position-stack.ts'
import type { RootBoard } from '../src/root.ts'
import { LOST, ONGOING, type Status, UNSETTLED } from '../src/search-board.ts'

const NAMES = THREE.board.points.map(({ name }) => name)
/** A turn is the numbers of three points: from, to, captured. This one is none. */
const HAND = NAMES.length

/** FNV-1a of the stones, the side to move and the hands. */
export function threeKey(position: Position): Key {
  const keys = [0x811c9dc5, 0x12345]
  for (const letter of position.split(' ', 4).join(' '))
    for (const n of [0, 1]) keys[n] = Math.imul(keys[n]! ^ letter.charCodeAt(0), 0x01000193)
  return [keys[0]!, keys[1]! & 0xfffffff]
}

/** A third family for the search, as plain as can be: it plays in position texts. */
export class ThreeInARowBoard implements RootBoard {
  readonly maxTurns = HAND * HAND * HAND
  readonly turnKinds = 1024
  readonly isSharp = false
  readonly repetitionDraws = true
  readonly counter = 0
  readonly reversible = 100
  readonly #positions: Position[]

  constructor(position: Position) {
    this.#positions = [position]
  }

  get keyLow(): number {
    return threeKey(this.#position)[0]
  }

  get keyHigh(): number {
    return threeKey(this.#position)[1]
  }

  get #position(): Position {
    return this.#positions.at(-1)!
  }

  notation(turn: number): Move {
    const [from, to, captured] = [Math.floor(turn / 100), Math.floor(turn / 10) % 10, turn % 10]
    const capture = captured === HAND ? '' : `x${NAMES[captured]}`
    return `${from === HAND ? '' : `${NAMES[from]}-`}${NAMES[to]}${capture}` as Move
  }

  /** Whoever closes a row, or leaves no move, has won. */
  status(): Status {
    return positionOutcome(THREE, this.#position) ? LOST : ONGOING
  }

  pliesToEnd(): number {
    return NOT_COVERED
  }

  turns(out: Int32Array, priorities: Int32Array, at: number): number {
    return this.allTurns(out, priorities, at)
  }

  allTurns(out: Int32Array, priorities: Int32Array, at: number): number {
    const moves = legalMoves(THREE, this.#position)
    moves.forEach((move, n) => {
      const { from, to, captured } = decodeMove(THREE, move)
      const numberOf = (point: string | null) => (point === null ? HAND : NAMES.indexOf(point))
      out[at + n] = numberOf(from) * 100 + numberOf(to) * 10 + numberOf(captured)
      priorities[at + n] = 0
    })
    return at + moves.length
  }

  isNoisy(turn: number): boolean {
    return turn % 10 !== HAND
  }

  play(turn: number): void {
    const played = playTurn(THREE, this.#position, this.notation(turn))
    if (!played.ok) throw new Error(played.error.message)
    this.#positions.push(played.value.position)
  }

  undo(): void {
    this.#positions.pop()
  }

  evaluate(): number {
    return 0
  }

  evaluateAfter(): number {
    return UNSETTLED
  }
}
