import { m } from '@tegenzet/texts/messages'
import { variantName } from '$lib/rules/variant.ts'
import type { OpenGame } from './open-game.svelte.ts'
import type { GameReview } from './review/game-review.svelte.ts'

/** What the board shows instead of the game: conditional moves, moves of the reader's own analysis, or an exercise. */
export class TriedOut {
  readonly #open: OpenGame
  readonly #review: () => GameReview | null

  constructor(open: OpenGame, review: () => GameReview | null) {
    this.#open = open
    this.#review = review
  }

  /** The board on which conditional moves are played. */
  readonly conditional = $derived.by(() => this.#open.conditionalMoves.trial.board)

  readonly analysis = $derived.by(() => {
    const { own } = this.#open
    return own.trying ? (own.session?.board ?? null) : null
  })

  readonly exercises = $derived.by(() => this.#review()?.exercises ?? null)

  /** A board on which a whole move is played at once. */
  readonly tree = $derived(this.analysis ?? this.exercises?.board ?? null)

  readonly any = $derived(this.conditional !== null || this.analysis !== null || this.exercises !== null)

  /** What is said above the board, and its name. */
  readonly words = $derived.by(() => {
    const { board } = this.#open.remote
    if (!this.any || !board) return null
    const rules = variantName(board.rules)
    if (!this.exercises)
      return { banner: m.conditional_moves_trying(), name: m.conditional_moves_board({ rules }) }
    const { number, count } = this.exercises
    const banner = m.review_exercise({ number, count })
    return { banner, name: `${banner}${m.i18n_colon()} ${rules}` }
  })
}
