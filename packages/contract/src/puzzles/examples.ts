import type { AccountPuzzles, Puzzle, PuzzleAttempt } from './schemas.ts'

const puzzle = {
  id: '5xv0k2mp',
  rules: 'halma',
  position:
    'ww.ww...../wwww....../ww......../www......./w.w......./.........b/.......bb./.......bbb/.....b.bbb/.....bbbbb w 60',
  turn: 'white',
  value: 'win',
  themes: ['halma-chain'],
  rating: 1210.4,
  solved: 31,
  tried: 48,
  source: { kind: 'composed' },
  you: null,
} as unknown as Puzzle

export const PUZZLE_EXAMPLES = {
  getDailyPuzzle: { response: { puzzle } },
  getNextPuzzle: { response: { puzzle } },
  getPuzzle: { response: { puzzle } },
  attemptPuzzle: {
    body: { moves: ['c6-c10'] },
    response: { state: 'go-on', reply: 'h4-j4' } as unknown as PuzzleAttempt,
  },
  listOwnPuzzles: {
    response: {
      items: [
        {
          id: '5xv0k2mp',
          rules: 'halma',
          solved: true,
          finishedAt: '2026-11-23T12:00:00.000Z',
          rating: 1546.2,
          change: 12.7,
        },
      ],
      nextCursor: null,
      rating: { rating: 1546.2, deviation: 81.3, provisional: false },
      solved: 24,
      tried: 37,
      streak: { current: 3, longest: 9 },
    } satisfies AccountPuzzles,
  },
}
