import type { QueueDefinition } from '../../jobs/queues.ts'

/** A finished game in which puzzles are looked for. */
export interface GamePuzzlesJob {
  game: number
}

export const GAME_PUZZLES: QueueDefinition<GamePuzzlesJob> = { name: 'game-puzzles' }

/** The longest time that one game may take. */
export const GAME_PUZZLES_TIMEOUT_SECONDS = 600
