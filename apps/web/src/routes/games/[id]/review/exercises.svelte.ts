import { itemAt } from '@tegenzet/common'
import { type Move, playTurn } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { decidedBy } from '$lib/analysis/decided-by.ts'
import { chanceAtEnd, chanceOf, type Evaluation } from '$lib/analysis/review/evaluation.ts'
import { TreeBoard } from '$lib/analysis/trees/tree-board.svelte.ts'
import { TreeCursor } from '$lib/analysis/trees/tree-cursor.svelte.ts'
import { showError } from '$lib/ui/show-error.ts'
import { askTables } from './ask-tables.ts'
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
  /** The move that was found or shown, and how it goes on. */
  #solution = $state.raw<readonly Move[]>([])
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
  /** A new one for each exercise, and at its end one that shows the solution. */
  readonly board = $derived.by(() => {
    const { rules, board } = this.#review
    const { positions, orientation } = board
    const nodes = this.#solution.map((move, n) => ({ parent: n === 0 ? null : n - 1, move }))
    const tree: MoveTree = { rules, start: itemAt(positions, this.mistake.ply - 1), nodes }
    return nodes.length > 0
      ? new TreeBoard(new TreeCursor(tree, 0), { orientation })
      : new TreeBoard(new TreeCursor(tree), { onmove: (move) => this.#try(move), orientation })
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
    this.#solution = []
  }

  /** Shows the better move instead of looking for it. */
  reveal(): void {
    this.stop()
    this.state = 'shown'
    this.#solution = this.mistake.better
  }

  stop(): void {
    this.#stopSearch()
    this.#stopSearch = () => {}
  }

  async #try(move: Move): Promise<void> {
    if (this.state !== 'asked' && this.state !== 'wrong') return
    this.tried = move
    if (move === this.mistake.better[0]) return this.#solve(this.mistake.better)
    if (move === this.mistake.move) return this.#fail()
    this.state = 'thinking'
    try {
      const isGood = await this.#isGood(move)
      if (this.tried !== move || this.state !== 'thinking') return
      if (isGood) this.#solve([move])
      else this.#fail()
    } catch (error) {
      if (this.tried !== move || this.state !== 'thinking') return
      this.state = 'asked'
      this.board.draft.clear()
      await showError(error)
    }
  }

  #solve(line: readonly Move[]): void {
    this.state = 'solved'
    this.#solution = line
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
