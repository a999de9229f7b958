import { z } from 'zod'
import { EXTENSIBLE, instant, page, pageQuery, sideSchema } from '../common.ts'
import { MAX_MESSAGE_LENGTH } from '../limits.ts'

/** Control characters other than new lines and tabs. */
const CONTROLS = /(?![\n\t])\p{Cc}/u
/** At least one visible character. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Plain text of a message between players. Surrounding white space is removed. */
export const messageTextSchema = z
  .string()
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .min(1, { abort: true })
  .max(MAX_MESSAGE_LENGTH)
  .refine((text) => VISIBLE.test(text), 'must contain visible text')
  .refine(
    (text) => !CONTROLS.test(text) && text.isWellFormed(),
    'must not contain control characters or lone surrogates',
  )
  .describe('Plain text; only the two players can read it. Lines end with `\\n`')
  .meta({ examples: ['Good luck!'] })

export const sendMessageBody = z.strictObject({ text: messageTextSchema })

export const MESSAGE_KINDS = ['talk', 'offer', 'decline', 'gift'] as const

export const messageSchema = z
  .object({
    id: z.int(),
    game: z.int(),
    by: sideSchema,
    ply: z.int().describe('Plies played when the message was written, including the move it was sent with'),
    kind: z
      .enum(MESSAGE_KINDS)
      .meta(EXTENSIBLE)
      .describe(
        '`talk`: an ordinary message. `offer`: sent with a draw offer. `decline`: why a draw offer was declined. `gift`: the writer has given the opponent time; it has no text',
      ),
    offer: z.int().nullable().describe('The draw offer that the message belongs to'),
    days: z.int().optional().describe('With `gift`: the days given'),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof messageSchema>
export const messagePage = page(messageSchema)

export const MESSAGE_SORTS = ['createdAt', '-createdAt'] as const
export const listMessagesQuery = z.strictObject({
  ...pageQuery,
  about: z.literal('offers').optional().describe('Only messages that belong to draw offers'),
  sort: z
    .enum(MESSAGE_SORTS)
    .default('createdAt')
    .describe('`createdAt`: oldest first. `-createdAt`: newest first'),
})
