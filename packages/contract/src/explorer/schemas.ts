import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { flag, instant, rulesParam, text } from '../common.ts'
import { gameSchema } from '../games/schemas.ts'
import { moveText, positionText } from '../notation.ts'

export const explorerParams = z.strictObject({ rules: rulesParam })

export const exploreQuery = z.strictObject({
  position: positionText.optional().describe('A position text. Default: the start'),
  rated: flag.optional().describe('`true`: only rated games. `false`: only others'),
  player: usernameSchema.optional().describe('Only games of this player'),
  since: text(7, 7)
    .regex(/^[2-8]\d{3}-(0[1-9]|1[0-2])$/, 'expected a month, such as 2026-11')
    .optional()
    .describe('Only games that ended in this month or later: `YYYY-MM`')
    .meta({ examples: ['2026-11'] }),
})

const counts = {
  games: z.int(),
  white: z.int().describe('How many White has won'),
  draws: z.int(),
  black: z.int().describe('How many Black has won'),
}
export const explorerSchema = z
  .object({
    ...counts,
    moves: z
      .array(
        z.object({
          move: moveText,
          ...counts,
          averageRating: z
            .int()
            .nullable()
            .describe('Of the side that moves, over rated games. null: there are none'),
          lastPlayed: instant,
        }),
      )
      .describe('Most played first. Of equivalent moves the first by code point'),
    recent: z.array(gameSchema).describe('The last ten of these games to end'),
    best: z.array(gameSchema).describe('Ten rated ones with the highest sum of both ratings'),
  })
  .meta({ id: 'Explorer' })
export type ExplorerAnswer = z.output<typeof explorerSchema>
