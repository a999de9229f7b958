import { afterMove, game } from '../games/examples.ts'
import type { ConditionalMoves } from './schemas.ts'

/** Anna's, after 3. d5: she wants to close the mill d7-d6-d5. */
export const conditionalMoves: ConditionalMoves = {
  game: game.id,
  by: 'white',
  version: 1,
  ply: afterMove.ply,
  branches: [
    { move: 'a1', reply: 'd7xf4', then: [] },
    { move: 'd7', reply: 'b2', then: [{ move: 'f2', reply: 'b6', then: [] }] },
  ],
  played: [],
  ended: null,
}
