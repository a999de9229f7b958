import {
  decodePosition,
  gameOutcome,
  losesAtOnce,
  type Move,
  type Outcome,
  type Position,
  play,
  positionsOf,
  type RuleSet,
  type Side,
  sideToMove,
  startPosition,
} from '@tegenzet/rules'
import type { Marks } from '$lib/boards/marks.ts'
import { draftMarks, playedMoveMarks } from './board-marks.ts'
import { BoardOrientation } from './board-orientation.svelte.ts'
import { DraftMove } from './draft-move.svelte.ts'

interface Options {
  /** Whether the reader may move now, read in derived state. By default both sides may, until the game is over. */
  mayMove?: () => boolean
  moves?: readonly Move[]
  orientation?: BoardOrientation
}

/** The moves and positions of a game, the position shown, and the draft of the next move. */
export class GameBoard {
  readonly rules: RuleSet
  readonly orientation: BoardOrientation
  readonly draft: DraftMove
  #moves = $state.raw<readonly Move[]>([])
  #positions = $state.raw<readonly Position[]>([])
  #outcome = $state.raw<Outcome | null>(null)
  #shown = $state(0)

  constructor(rules: RuleSet, { mayMove, moves = [], orientation }: Options = {}) {
    this.rules = rules
    this.orientation = orientation ?? new BoardOrientation(() => null)
    const canMove = mayMove ?? (() => this.#outcome === null)
    this.draft = new DraftMove(rules, () => (this.atEnd && canMove() ? this.position : null))
    this.#positions = [startPosition(rules)]
    if (moves.length > 0) this.load(moves)
  }

  readonly position = $derived(this.#positions[this.#shown] as Position)
  readonly view = $derived.by(() => decodePosition(this.rules, this.position))
  /** The stones of the position shown, after the draft move. */
  readonly stones = $derived.by(() => this.draft.applyTo(this.view.stones, this.view.side))
  readonly marks: Marks = $derived.by(() => {
    const { choices, selection } = this.draft
    const move = this.#moves[this.#shown - 1]
    const before = this.#positions[this.#shown - 1]
    const last =
      move === undefined || before === undefined ? {} : playedMoveMarks(this.rules, before, move, this.stones)
    return choices ? draftMarks(this.rules, choices, selection, this.stones, this.view.side, last) : last
  })
  /** The draft move would lose the game at once. */
  readonly draftLoses = $derived.by(
    () => this.draft.move !== null && losesAtOnce(this.rules, this.#positions, this.draft.move),
  )

  get moves(): readonly Move[] {
    return this.#moves
  }

  /** All positions, by number. */
  get positions(): readonly Position[] {
    return this.#positions
  }

  /** The outcome by the rules. Resignation, time and agreement are not known here. */
  get outcome(): Outcome | null {
    return this.#outcome
  }

  /** The number of the position shown. */
  get shown(): number {
    return this.#shown
  }

  get atEnd(): boolean {
    return this.#shown === this.#positions.length - 1
  }

  /** The side to move in the last position. */
  get turn(): Side {
    return sideToMove(this.#positions.at(-1) as Position)
  }

  /** Replaces the game by a stored one. Whoever was at its last position stays at the last position. */
  load(moves: readonly Move[]): void {
    const positions = positionsOf(this.rules, moves)
    const follow = this.atEnd || this.#shown > moves.length
    const known = moves.length === this.#moves.length
    this.#moves = moves
    this.#positions = positions
    this.#outcome = gameOutcome(this.rules, positions)
    // After a lost connection the draft is still good.
    if (!known) this.draft.clear()
    if (follow) this.#shown = moves.length
  }

  /** Plays a move that is known to be legal. */
  append(move: Move): void {
    const played = play(this.rules, this.#positions, move)
    if (!played.ok) throw new Error(`${move} cannot be played: ${played.error.message}`)
    const follow = this.atEnd
    this.#moves = [...this.#moves, move]
    this.#positions = [...this.#positions, played.value.position]
    this.#outcome = played.value.outcome
    this.draft.clear()
    if (follow) this.#shown = this.#moves.length
  }

  /** Shows position n, or the nearest one there is. Going elsewhere discards the draft move. */
  goTo(n: number): void {
    const position = Math.min(Math.max(n, 0), this.#moves.length)
    if (position !== this.#shown && !this.draft.locked) this.draft.clear()
    this.#shown = position
  }
}
