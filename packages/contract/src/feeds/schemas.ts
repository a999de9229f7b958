import { z } from 'zod'
import { instant } from '../common.ts'

export const turnFeedSchema = z
  .object({
    createdAt: instant.nullable().describe('When the feed’s URL was created; null if there is none'),
    lastFetchedAt: instant
      .nullable()
      .describe('When a feed reader last fetched it, rounded to the minute; null if never'),
  })
  .meta({ id: 'TurnFeed' })
export type TurnFeed = z.output<typeof turnFeedSchema>

export const createdTurnFeedSchema = turnFeedSchema
  .extend({
    url: z
      .string()
      .describe('The feed’s secret URL. Anyone who has it can read the feed. Returned only here: store it'),
  })
  .meta({ id: 'CreatedTurnFeed' })
