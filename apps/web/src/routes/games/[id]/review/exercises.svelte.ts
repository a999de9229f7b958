import { itemAt } from '@tegenzet/common'
import { type Move, playTurn } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { chanceAtEnd, chanceOf, type Evaluation } from '$lib/analysis/review/evaluation.ts'
import { TreeBoard } from '$lib/analysis/trees/tree-board.svelte.ts'
import { TreeCursor } from '$lib/analysis/trees/tree-cursor.svelte.ts'
import { showError } from '$lib/ui/show-error.ts'
import { askTables, decidedBy } from './ask-tables.ts'
import { evaluateOnce } from './evaluate-once.ts'
import { type JudgedMove, LOSSES } from './judge-moves.ts'
import type { Review } from './review.svelte.ts'

/** The position before each mistake, in which the reader looks for a better move. */
export class Exercises {
  readonly #review: Review
  readonly #mistakes: readonly JudgedMove[]
  #at = $state(0)
  state = $state<'asked' | 'thinking' | 'solved' | 'wrong' | 'shown'>('asked')
  /** The move that was tried last. */
  tried = $state<Move | null>(null)
  #stopSearch = () => {}

  constructor(review: Review, mistakes: readonly JudgedMove[]) {
    this.#review = review
    this.#mistakes = mistakes
  }

  readonly mistake = $derived.by((): JudgedMove => {
    const mistake = this.#mistakes[this.#at]
    if (!mistake) throw new RangeError(`there is no exercise ${this.#at}`)
    return mistake
  })
  readonly number = $derived(this.#at + 1)
  /** A new one for each exercise, and for each try. */
  readonly board = $derived.by(() => {
    const { rules, board } = this.#review
    const { positions, orientation } = board
    const tree: MoveTree = { rules, start: itemAt(positions, this.mistake.ply - 1), nodes: [] }
    return new TreeBoard(new TreeCursor(tree), { onmove: (move) => this.#try(move), orientation })
  })

  get count(): number {
    return this.#mistakes.length
  }

  get isLast(): boolean {
    return this.#at === this.#mistakes.length - 1
  }

  next(): void {
    this.stop()
    if (!this.isLast) this.#at++
    this.state = 'asked'
    this.tried = null
  }

  /** Shows the better move instead of looking for it. */
  reveal(): void {
    this.stop()
    this.state = 'shown'
    const [better] = this.mistake.better
    if (better) this.board.draft.propose(better)
  }

  stop(): void {
    this.#stopSearch()
    this.#stopSearch = () => {}
  }

  async #try(move: Move): Promise<void> {
    if (this.state !== 'asked' && this.state !== 'wrong') return
    this.tried = move
    if (move === this.mistake.better[0]) {
      this.state = 'solved'
      return
    }
    if (move === this.mistake.move) return this.#fail()
    this.state = 'thinking'
    try {
      const isGood = await this.#isGood(move)
      if (this.tried !== move || this.state !== 'thinking') return
      if (isGood) this.state = 'solved'
      else this.#fail()
    } catch (error) {
      this.#fail()
      await showError(error)
    }
  }

  #fail(): void {
    this.state = 'wrong'
    this.board.draft.clear()
  }

  /**
   * Whether a move keeps the winning chances. The server is asked first: the position may stand in a running game.
   * @throws what the call throws
   */
  async #isGood(move: Move): Promise<boolean> {
    const { rules, positions } = this.#review.board
    const { ply, side } = this.mistake
    const before = this.#review.chances[ply - 1]
    const turn = playTurn(rules, itemAt(positions, ply - 1), move)
    if (!turn.ok || before == null) return false
    const { position, outcome } = turn.value
    const own = side === 'white' ? before : 1 - before
    if (outcome) return own - chanceAtEnd(outcome, side) < LOSSES.inaccuracy
    const keeps = (after: Pick<Evaluation, 'score' | 'decidedIn'>) =>
      own - (1 - chanceOf(after)) < LOSSES.inaccuracy
    const [answer] = await askTables(this.#review.rules, [position])
    if (answer === 'barred') return false
    if (answer) return keeps({ score: 0, decidedIn: decidedBy(answer) })
    const search = evaluateOnce(this.#review.rules, rules.revision, [...positions.slice(0, ply), position])
    this.#stopSearch = search.stop
    const evaluation = await search.result
    return evaluation !== null && keeps(evaluation)
  }
}
