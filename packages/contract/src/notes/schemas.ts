import { z } from 'zod'
import { instant, wholeNumber } from '../common.ts'
import { MAX_NOTE_LENGTH } from '../limits.ts'

/** Control characters other than new lines and tabs. */
const CONTROLS = /(?![\n\t])\p{Cc}/u

export const noteSchema = z
  .object({
    ply: z
      .int()
      .nullable()
      .describe(
        'Plies played in the annotated position; null for the note on the game, which is also the one on position 0',
      ),
    text: z.string(),
    updatedAt: instant.nullable().describe('null if there is no note'),
  })
  .meta({
    id: 'Note',
    description:
      'A private note: a comment on the line played in the author’s analysis of the game. Only the author can see it',
  })
export type Note = z.output<typeof noteSchema>
export const notesSchema = z.object({
  items: z.array(noteSchema).describe('The note on the game first, then the notes on positions by ply'),
})

export const setNoteBody = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(MAX_NOTE_LENGTH)
    .refine(
      (text) => !CONTROLS.test(text) && text.isWellFormed(),
      'must not contain control characters or lone surrogates',
    )
    .describe('The text of the note. Text without visible characters deletes the note')
    .meta({ examples: ['d6 is weak: keep b6.'] }),
  knownAt: instant
    .nullable()
    .optional()
    .describe(
      'The `updatedAt` of the note as you know it, or null if you know of none. If the note has changed since, the call fails with `conflict`. Without `knownAt`, the last write wins',
    ),
})

export const noteParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The `id` of the game'),
  ply: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Plies played in the annotated position'),
})
