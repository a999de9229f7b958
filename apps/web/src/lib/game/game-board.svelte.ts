import {
  jumpPath,
  losesAtOnce,
  type Outcome,
  opponent,
  play,
  type RuleSet,
  readMove,
  readPosition,
  replay,
  type Side,
  sideToMove,
  startPosition,
} from '@tegenzet/rules'
import type { Marks } from '$lib/boards/marks.ts'
import {
  choicesOf,
  endOf,
  mayTakeNothing,
  movable,
  moveOf,
  mustTake,
  NOTHING,
  pick,
  type Selection,
  selectionOf,
  takeable,
  takeNothing,
  targets,
  undo,
} from './selection.ts'

/** A game as it lies on the table: what was played, which position is looked at, and what is half picked. */
export class GameBoard {
  readonly rules: RuleSet
  /** Seen from Black's side. */
  turned = $state(false)
  /** What is picked stays as it is: it is being sent. */
  held = $state(false)
  #mayMove: () => boolean
  #moves = $state.raw<readonly string[]>([])
  #positions = $state.raw<readonly string[]>([])
  #outcome = $state.raw<Outcome | null>(null)
  #shown = $state(0)
  #selection = $state.raw<Selection>(NOTHING)

  /** @param mayMove whether who sits here may move now; it is asked again whenever what it reads changes */
  constructor(rules: RuleSet, mayMove: () => boolean) {
    this.rules = rules
    this.#mayMove = mayMove
    this.#positions = [startPosition(rules)]
  }

  readonly position = $derived(this.#positions[this.#shown] as string)
  readonly view = $derived.by(() => readPosition(this.rules, this.position))
  readonly #choices = $derived.by(() =>
    this.atEnd && this.#mayMove() ? choicesOf(this.rules, this.position) : null,
  )

  /** The move picked, once it is whole. */
  readonly move = $derived(this.#choices && moveOf(this.#choices, this.#selection))
  /** The move picked would lose the game at once. */
  readonly loses = $derived.by(
    () => this.move !== null && losesAtOnce(this.rules, this.#positions, this.move),
  )
  /** A mill is closed, and the stone to be taken not yet picked. */
  readonly taking = $derived(this.#choices !== null && mustTake(this.#choices, this.#selection))
  readonly mayTakeNothing = $derived(this.#choices !== null && mayTakeNothing(this.#choices, this.#selection))
  /** The stone picked may hop on from where it is. */
  readonly mayHopOn = $derived.by(() => {
    const { from, path } = this.#selection
    return this.#choices !== null && from !== null && this.#choices.hops(from, path).length > 0
  })
  /** The stones as they lie: in the position looked at, with what is picked already done. */
  readonly stones = $derived.by(() => {
    const { from, captured } = this.#selection
    const to = endOf(this.#selection)
    if (!this.#choices || to === null) return this.view.stones
    const stones = { ...this.view.stones, [to]: this.view.side }
    if (from !== null) delete stones[from]
    if (captured) delete stones[captured]
    return stones
  })
  readonly marks: Marks = $derived.by(() => {
    const choices = this.#choices
    const selection = this.#selection
    const to = endOf(selection)
    if (!choices) return this.#lastMarks()
    const free = targets(choices, selection)
    const placing = selection.from === null
    const able = {
      movable: movable(choices),
      selected: to === null ? selection.from : null,
      targets: placing ? undefined : free,
      open: placing
        ? new Set(choices.moves.filter((move) => move.from === null).map((move) => move.to))
        : undefined,
      takeable: mustTake(choices, selection) ? takeable(choices, selection) : undefined,
    }
    if (to === null) {
      const last = this.#lastMarks()
      return { ...last, ...able, path: selection.from === null ? last.path : undefined }
    }
    return {
      ...able,
      move: { from: selection.from, to, taken: selection.captured ?? null },
      mills: this.#millsThrough(to),
      path:
        selection.from !== null && this.rules.family === 'halma'
          ? [selection.from, ...selection.path]
          : undefined,
    }
  })

  get moves(): readonly string[] {
    return this.#moves
  }

  /** All positions, by number. */
  get positions(): readonly string[] {
    return this.#positions
  }

  /** How the game has ended by its rules; what else may end a game is not known here. */
  get outcome(): Outcome | null {
    return this.#outcome
  }

  /** The number of the position looked at. */
  get shown(): number {
    return this.#shown
  }

  get atEnd(): boolean {
    return this.#shown === this.#positions.length - 1
  }

  get selection(): Selection {
    return this.#selection
  }

  /** Who is to move in the last position. */
  get turn(): Side {
    return sideToMove(this.#positions.at(-1) as string)
  }

  /** Who is seen below. */
  get below(): Side {
    return this.turned ? 'black' : 'white'
  }

  get above(): Side {
    return opponent(this.below)
  }

  /** Lays out a whole game. Whoever looked at its last position goes on doing so. */
  load(moves: readonly string[]): void {
    const game = replay(this.rules, moves)
    if (!game.ok) throw new Error(`A stored game does not replay: ${game.error.message}`)
    const follow = this.atEnd || this.#shown > moves.length
    this.#moves = moves
    this.#positions = game.value.positions
    this.#outcome = game.value.outcome
    this.#selection = NOTHING
    if (follow) this.#shown = moves.length
  }

  /** Plays a move that is known to be legal. */
  append(move: string): void {
    const played = play(this.rules, this.#positions, move)
    if (!played.ok) throw new Error(`${move} cannot be played: ${played.error.message}`)
    const follow = this.atEnd
    this.#moves = [...this.#moves, move]
    this.#positions = [...this.#positions, played.value.position]
    this.#outcome = played.value.outcome
    this.#selection = NOTHING
    if (follow) this.#shown = this.#moves.length
  }

  pick(point: string): void {
    if (this.#choices && !this.held) this.#selection = pick(this.#choices, this.#selection, point)
  }

  /** Picks a whole legal move, for its player to look at. */
  propose(move: string): void {
    const choices = this.#choices
    if (!choices?.moves.some((other) => other.move === move) || this.held) return
    this.#selection = selectionOf(choices, readMove(this.rules, move))
  }

  undo(): void {
    if (this.#choices && !this.held) this.#selection = undo(this.#choices, this.#selection)
  }

  takeNothing(): void {
    if (this.mayTakeNothing && !this.held) this.#selection = takeNothing(this.#selection)
  }

  /** Looks at position n; what lies beyond the game's ends is its end. What was half picked is put back. */
  goTo(n: number): void {
    const position = Math.min(Math.max(n, 0), this.#moves.length)
    if (position !== this.#shown && !this.held) this.#selection = NOTHING
    this.#shown = position
  }

  #lastMarks(): Marks {
    const last = this.#moves[this.#shown - 1]
    if (last === undefined) return {}
    const { from, to, captured } = readMove(this.rules, last)
    const before = this.#positions[this.#shown - 1] as string
    return {
      move: { from, to, taken: captured },
      mills: this.#millsThrough(to),
      path:
        this.rules.family === 'halma' && from !== null ? jumpPath(this.rules, before, from, to) : undefined,
    }
  }

  /** The mills that stand with the stone of a point. */
  #millsThrough(point: string): (readonly string[])[] {
    if (this.rules.family !== 'mill') return []
    const side = this.stones[point]
    return this.rules.board.mills.filter(
      (mill) => mill.includes(point) && mill.every((p) => this.stones[p] === side),
    )
  }
}
