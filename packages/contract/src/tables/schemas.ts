import { z } from 'zod'
import { ruleSetIdSchema, rulesParam } from '../common.ts'
import { moveText, positionText } from '../notation.ts'

/** Positions in one call to `probePositions`. */
export const MAX_PROBED_POSITIONS = 100

export const tableParams = z.strictObject({ rules: rulesParam })

const position = positionText.describe('A position text')
export const tableQuery = z.strictObject({ position })
export const probeBody = z.strictObject({
  positions: z.array(positionText).max(MAX_PROBED_POSITIONS).describe('Position texts'),
  leaveOutRunning: z
    .boolean()
    .default(false)
    .describe('Leaves out the positions that would make the call fail with `game-running`'),
})

export const TABLE_VALUES = ['win', 'loss', 'draw'] as const
const value = z.enum(TABLE_VALUES).describe('With best play, for the side to move')
const plies = z
  .int()
  .nullable()
  .describe(
    'How many plies the game lasts if the winner makes it as short and the loser as long as possible. null: a draw, or not covered',
  )
const covered = z
  .boolean()
  .describe('Whether a table has the position. Those with stones in hand are never covered')
const judgement = {
  covered,
  value: value.nullable().describe('With best play, for the side to move. null: not covered'),
  plies,
}
export const tableValueSchema = z
  .object({
    ...judgement,
    claimable: z
      .boolean()
      .describe(
        'Whether the win takes longer than the quiet moves that are left until a draw, if nothing resets their counter',
      ),
  })
  .meta({ id: 'TableValue' })
export type TableValue = z.output<typeof tableValueSchema>

export const tableAnswerSchema = tableValueSchema
  .extend({
    moves: z
      .array(
        z.object({
          move: moveText,
          value: value.describe('For the side that moves'),
          plies: plies.describe('The move itself counts. null: a draw'),
        }),
      )
      .describe(
        'The legal moves: wins, the shortest first, then draws, then losses, the longest first; equal ones by code point. None if the position is over or not covered',
      ),
  })
  .meta({ id: 'TableAnswer' })
export type TableAnswer = z.output<typeof tableAnswerSchema>

const probedItem = tableValueSchema.extend({
  leftOut: z
    .boolean()
    .describe('Whether it was left out because of a running game of yours, as `leaveOutRunning` asks'),
})
export const probedSchema = z.object({
  items: z.array(probedItem).describe('In the order of `positions`'),
})

export const tableLineSchema = z
  .object({
    ...judgement,
    line: z
      .array(moveText)
      .describe('One line of best play to the end of the game. Empty for a draw, and if not covered'),
  })
  .meta({ id: 'TableLine' })
export type TableLine = z.output<typeof tableLineSchema>

const tableSetSchema = z
  .object({
    group: ruleSetIdSchema.describe('The first of the rule sets that share the table'),
    rules: z.array(ruleSetIdSchema).describe('The rule sets that share the table'),
    w: z.int().describe('Stones of the side to move'),
    b: z.int().describe('Stones of the other side'),
    n: z.int().describe('Placements, each counted with all its mirror images'),
    win: z.int(),
    loss: z.int(),
    draw: z.int(),
    max: z.int().describe('Plies of the longest win or loss'),
    fingerprint: z.string().describe('Identifies the rules for which the table was made'),
  })
  .meta({ id: 'TableSet' })
export type TableSet = z.output<typeof tableSetSchema>
export const tableSetsSchema = z.object({ items: z.array(tableSetSchema) })
