import { z } from 'zod'
import { EXTENSIBLE, instant, sideSchema, text, wholeNumber } from './common.ts'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES, MAX_NOTE_LENGTH } from './operations.ts'

const moveText = text(1, 20)

/** An answer to a move of the opponent's, and what is answered after it. */
export interface Branch {
  /** The opponent's move. */
  move: string
  /** What is played in answer. */
  reply: string
  /** Answers to what the opponent plays next: each to another move. */
  then: Branch[]
}
/** As it may be sent: without `then` nothing follows. */
export interface BranchInput extends Omit<Branch, 'then'> {
  then?: BranchInput[] | undefined
}

const moves = {
  move: moveText.describe('The opponent’s move'),
  reply: moveText.describe('What you play in answer'),
}
const THEN = 'What you answer to the moves after it'

const branchBody: z.ZodType<BranchInput> = z
  .strictObject({
    ...moves,
    get then() {
      return z.array(branchBody).optional().describe(THEN)
    },
  })
  .meta({ id: 'BranchBody' })
const branchSchema: z.ZodType<Branch> = z
  .object({
    ...moves,
    get then() {
      return z.array(branchSchema).describe(THEN)
    },
  })
  .meta({ id: 'Branch' })

/** Answers to moves of the opponent's, as deep and as many as there may be, each to another move. */
export const branchesSchema = z
  .array(branchBody)
  .superRefine((branches, context) => {
    let count = 0
    const walk = (siblings: readonly BranchInput[], path: (string | number)[]): void => {
      const answered = new Set<string>()
      for (const [index, { move, then = [] }] of siblings.entries()) {
        const at = [...path, index]
        if (++count === MAX_CONDITIONAL_REPLIES + 1)
          context.addIssue({
            code: 'custom',
            path: at,
            message: `more than ${MAX_CONDITIONAL_REPLIES} answers`,
          })
        if (at.length > 2 * MAX_CONDITIONAL_DEPTH) {
          context.addIssue({
            code: 'custom',
            path: at,
            message: `deeper than ${MAX_CONDITIONAL_DEPTH} answers`,
          })
          continue
        }
        if (answered.has(move))
          context.addIssue({ code: 'custom', path: [...at, 'move'], message: 'is answered above' })
        answered.add(move)
        walk(then, [...at, 'then'])
      }
    }
    walk(branches, [])
  })
  .describe(
    `At most ${MAX_CONDITIONAL_REPLIES} answers, ${MAX_CONDITIONAL_DEPTH} after one another; side by side each to another move`,
  )

export const setConditionalMovesBody = z.strictObject({
  ply: z.int().min(0).describe('Plies played so far, as you know it: your opponent is to move'),
  branches: branchesSchema,
})

/** Why a plan has come to its end. */
export const CONDITIONAL_MOVES_ENDINGS = [
  'played-out',
  'other-move',
  'own-move',
  'game-over',
  'refused',
] as const
/** What a player has planned in a game: theirs alone. */
export const conditionalMovesSchema = z
  .object({
    game: z.int(),
    by: sideSchema.describe('Yours'),
    version: z
      .int()
      .describe('Rises with every change of your plan in this game: take only a higher one; 0: none yet'),
    ply: z.int().describe('Plies played where its first moves are expected'),
    branches: z.array(branchSchema).describe('None: nothing is planned'),
    played: z.array(z.int()).describe('The plies of this game that plans of yours have played, rising'),
    ended: z
      .object({
        ply: z.int().describe('Plies played by then'),
        reason: z
          .enum(CONDITIONAL_MOVES_ENDINGS)
          .meta(EXTENSIBLE)
          .describe(
            '`played-out`: nothing more was planned. `other-move`: your opponent played something that was not answered. `own-move`: you played something else yourself. `game-over`. `refused`: the answer could not be played',
          ),
      })
      .nullable()
      .describe('How the last one came to its end; null while one stands, and where you took it back'),
  })
  .meta({ id: 'Plan' })
export type ConditionalMoves = z.output<typeof conditionalMovesSchema>

/** What may not stand in a note: control characters but for new lines and tabs. */
const CONTROLS = /(?![\n\t])\p{Cc}/u

/** What a player notes for themselves. */
export const noteSchema = z
  .object({
    ply: z.int().nullable().describe('The position it is about, by plies played; null: the whole game'),
    text: z.string(),
    updatedAt: instant.nullable().describe('null: there is none'),
  })
  .meta({ id: 'Note' })
export type Note = z.output<typeof noteSchema>
export const notesSchema = z.object({
  items: z.array(noteSchema).describe('That about the whole game first, then by ply'),
})

export const setNoteBody = z.strictObject({
  text: z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(MAX_NOTE_LENGTH)
    .refine((text) => !CONTROLS.test(text) && text.isWellFormed(), 'has characters that are no text')
    .describe('Kept as it is; where there is nothing to see in it, the note is removed')
    .meta({ examples: ['d6 is weak: keep b6.'] }),
  knownAt: instant
    .nullable()
    .optional()
    .describe(
      'The note’s `updatedAt` as you know it, null where you know of none: what was changed elsewhere since is not overwritten. Without it the last writer wins',
    ),
})

export const noteParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The game'),
  ply: wholeNumber(0, Number.MAX_SAFE_INTEGER).describe('Plies played in the position it is about'),
})
