import type { GameAnalysis } from './schemas.ts'

export const gameAnalysis = {
  tree: {
    rules: 'muehle',
    start: null,
    comment: 'bram likes the corners.',
    nodes: [
      { parent: null, move: 'd6', nags: [1] },
      { parent: 0, move: 'f4', comment: 'Keeps d2 open.' },
      { parent: 0, move: 'd2', shapes: [{ from: 'b4', to: 'd6', colour: 'red' }] },
    ],
  },
  version: 7,
} as unknown as GameAnalysis & { tree: NonNullable<GameAnalysis['tree']> }

export const GAME_ANALYSIS_EXAMPLES = {
  getGameAnalysis: { response: gameAnalysis },
  saveGameAnalysis: { body: gameAnalysis, response: { version: 8 } },
}
