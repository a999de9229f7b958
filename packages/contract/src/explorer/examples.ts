import { resigned } from '../games/examples.ts'
import type { ExplorerAnswer } from './schemas.ts'

export const EXPLORER_EXAMPLES = {
  explore: {
    response: {
      games: 412,
      white: 201,
      draws: 63,
      black: 148,
      moves: [
        {
          move: 'b4',
          games: 268,
          white: 140,
          draws: 41,
          black: 87,
          averageRating: 1534,
          lastPlayed: '2026-11-22T19:41:00.000Z',
        },
      ],
      recent: [resigned],
      best: [],
    } as unknown as ExplorerAnswer,
  },
}
