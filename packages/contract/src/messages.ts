import { z } from 'zod'
import { EXTENSIBLE, instant, page, pageQuery, sideSchema } from './common.ts'
import { MAX_MESSAGE_LENGTH } from './operations.ts'

/** What cannot be seen and is no line: control characters. */
const CONTROLS = /(?![\n\t])\p{Cc}/u
/** Something that can be seen. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** What one player says to the other: plain text, of one line or more. It is kept without the space around it. */
export const messageTextSchema = z
  .string()
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .min(1, { abort: true })
  .max(MAX_MESSAGE_LENGTH)
  .refine((text) => VISIBLE.test(text), 'says nothing')
  .refine((text) => !CONTROLS.test(text) && text.isWellFormed(), 'has characters that are no text')
  .describe('Plain text for the opponent, seen by the two players alone; lines end in `\\n`')
  .meta({ examples: ['Good luck!'] })

export const sendMessageBody = z.strictObject({ text: messageTextSchema })

export const MESSAGE_KINDS = ['talk', 'offer', 'decline'] as const
/** Words between the two players. */
export const messageSchema = z
  .object({
    id: z.int(),
    game: z.int(),
    by: sideSchema,
    ply: z.int().describe('Plies played when it was written, the move it came with included'),
    kind: z
      .enum(MESSAGE_KINDS)
      .meta(EXTENSIBLE)
      .describe(
        '`talk`: by itself or with a move. `offer`: with a draw offer. `decline`: why one was declined',
      ),
    offer: z.int().nullable().describe('The draw offer it is about'),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof messageSchema>
export const messagePage = page(messageSchema)

export const MESSAGE_SORTS = ['createdAt', '-createdAt'] as const
export const listMessagesQuery = z.strictObject({
  ...pageQuery,
  about: z.literal('offers').optional().describe('Only the words with draw offers and with declining them'),
  sort: z.enum(MESSAGE_SORTS).default('createdAt').describe('`-createdAt`: the last written first'),
})
