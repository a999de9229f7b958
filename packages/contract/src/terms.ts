import { z } from 'zod'

export const provenDrawsSchema = z
  .boolean()
  .describe(
    'Whether a player can claim a draw that the server’s endgame tables prove, with the ground `proven-draw`. Only in mill games',
  )
