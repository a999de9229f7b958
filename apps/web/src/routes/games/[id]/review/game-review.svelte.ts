import type { RuleSetId } from '@tegenzet/rules'
import type { GameBoard } from '$lib/play/game/game-board.svelte.ts'
import type { Exercises } from './exercises.svelte.ts'
import type { JudgedMove } from './judge-moves.ts'
import type { Review } from './review.svelte.ts'

/** The part of the review that the game page knows: the exercises, which take its board. The rest is loaded with them. */
export class GameReview {
  readonly game: number
  readonly rules: RuleSetId
  readonly board: GameBoard
  readonly isProvenDraw: boolean
  /** Whether a link leads to the exercises, which begin once they can. */
  asksToLearn = false
  /** null: the board shows the game. */
  exercises = $state.raw<Exercises | null>(null)

  constructor(game: number, rules: RuleSetId, board: GameBoard, isProvenDraw: boolean) {
    this.game = game
    this.rules = rules
    this.board = board
    this.isProvenDraw = isProvenDraw
  }

  /** Begins the exercises: the position before each mistake. */
  async learn(review: Review, mistakes: readonly JudgedMove[]): Promise<void> {
    const { Exercises } = await import('./exercises.svelte.ts')
    this.exercises = new Exercises(review, mistakes)
  }

  /** Leads back to the game. */
  end(): void {
    this.exercises?.stop()
    this.exercises = null
  }
}
