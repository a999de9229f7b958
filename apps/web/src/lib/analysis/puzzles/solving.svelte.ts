import type { Puzzle, PuzzleAttempt } from '@tegenzet/contract'
import { decodePosition, type Move, type Position, positionsOf, type RuleSet, ruleSet } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import type { Marks } from '$lib/boards/marks.ts'
import { playingOf } from '$lib/families/playing-of.ts'
import { draftMarks, playedMoveMarks } from '$lib/play/game/board-marks.ts'
import { DraftMove } from '$lib/play/game/draft-move.svelte.ts'

/** How long a finished move can be taken back, before it is played. */
const UNDO_MS = 800
/** How long after a move the reply follows, and the next move of a refutation. */
const REPLY_MS = 600
const STEP_MS = 1100

export type Finished = Extract<PuzzleAttempt, { state: 'solved' | 'failed' }>

/** An attempt at a puzzle, and after it the moves of its solution or refutation. */
export class Solving {
  readonly puzzle: Puzzle
  readonly rules: RuleSet
  readonly draft: DraftMove
  /** What is said about the last move, while the attempt goes on. */
  hint = $state<'right' | 'slower' | null>(null)
  answer = $state.raw<Finished | null>(null)
  /** The moves on the board, and how many of them are shown. */
  line = $state.raw<readonly Move[]>([])
  shown = $state(0)
  #own: readonly Move[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(puzzle: Puzzle) {
    this.puzzle = puzzle
    this.rules = ruleSet(puzzle.rules)
    this.draft = new DraftMove(this.rules, () =>
      this.answer === null && this.view.side === puzzle.turn ? this.#position : null,
    )
  }

  readonly #positions = $derived.by(() => positionsOf(this.rules, this.line, this.puzzle.position))
  readonly #position = $derived(this.#positions[this.shown] as Position)
  readonly view = $derived.by(() => decodePosition(this.rules, this.#position))
  readonly stones = $derived.by(() => this.draft.applyTo(this.view.stones, this.view.side))
  readonly marks: Marks = $derived.by(() => {
    const { choices, selection } = this.draft
    const last = this.#lastMarks
    return choices ? draftMarks(this.rules, choices, selection, this.stones, this.view.side, last) : last
  })
  readonly #lastMarks: Marks = $derived.by(() => {
    const [move, before] = [this.line[this.shown - 1], this.#positions[this.shown - 1]]
    if (move !== undefined && before !== undefined)
      return playedMoveMarks(this.rules, before, move, this.view.stones)
    return { standing: playingOf(this.rules).rows(this.view.stones) }
  })

  /** Plays the move on the board in a moment, unless it is taken back. */
  playSoon(play: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(play, UNDO_MS)
  }

  undo(): void {
    clearTimeout(this.#timer)
    this.draft.undo()
  }

  /** Sends the move on the board. */
  async submit(): Promise<void> {
    clearTimeout(this.#timer)
    const { draft } = this
    const { move } = draft
    if (move === null || draft.locked) return
    draft.locked = true
    try {
      const moves = [...this.#own, move]
      this.#take(move, await api.call('attemptPuzzle', { params: { id: this.puzzle.id }, body: { moves } }))
    } finally {
      draft.locked = false
    }
  }

  #take(move: Move, answer: PuzzleAttempt): void {
    this.draft.clear()
    this.hint = null
    switch (answer.state) {
      case 'slower':
        this.hint = 'slower'
        break
      case 'go-on':
        this.#own = [...this.#own, move]
        this.show([...this.line, move])
        this.#timer = setTimeout(() => {
          this.show([...this.line, answer.reply])
          this.hint = 'right'
        }, REPLY_MS)
        break
      case 'solved':
        this.answer = answer
        this.show(answer.solution)
        break
      case 'failed':
        this.answer = answer
        this.playOut()
    }
  }

  /** Shows a line at its last position, or at another one. */
  show(line: readonly Move[], at = line.length): void {
    clearTimeout(this.#timer)
    this.line = line
    this.shown = at
  }

  goTo(at: number): void {
    this.show(this.line, at)
  }

  /** Plays the refutation of the wrong move, step by step. */
  playOut(): void {
    if (this.answer?.state !== 'failed') return
    const { played, refutation } = this.answer
    this.show([...played, ...refutation], played.length)
    const step = () => {
      if (this.shown === this.line.length) return
      this.shown++
      this.#timer = setTimeout(step, STEP_MS)
    }
    this.#timer = setTimeout(step, STEP_MS)
  }

  /** Begins again. A second attempt counts for nothing. */
  restart(): void {
    this.#own = []
    this.answer = null
    this.hint = null
    this.draft.clear()
    this.show([])
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
