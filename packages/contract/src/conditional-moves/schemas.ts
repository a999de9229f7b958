import { z } from 'zod'
import { EXTENSIBLE, sideSchema, text } from '../common.ts'
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_REPLIES } from '../limits.ts'

/** A node in the tree of conditional moves. Not an interface, because only a type can be stored as JSON without a cast. */
export type Branch = {
  /** The opponent's move. */
  move: string
  /** The move that is played in reply. */
  reply: string
  /** Replies to the opponent's next moves, each to a different move. */
  then: Branch[]
}
/** A branch as a client sends it: `then` may be omitted. */
export interface BranchInput extends Omit<Branch, 'then'> {
  then?: BranchInput[] | undefined
}

const moveText = text(1, 20)
const moves = {
  move: moveText.describe('The opponent’s move'),
  reply: moveText.describe('Your reply to it'),
}
const THEN = 'Your replies to the opponent’s next moves'

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

/** A tree of conditional moves, limited in size and depth. Siblings reply to different moves. */
export const branchesSchema = z
  .array(branchBody)
  .superRefine((branches, context) => {
    let count = 0
    const walk = (siblings: readonly BranchInput[], path: (string | number)[]): void => {
      const answered = new Set<string>()
      for (const [index, { move, then = [] }] of siblings.entries()) {
        const at = [...path, index]
        const refuse = (path: (string | number)[], message: string) =>
          context.addIssue({ code: 'custom', path, message })
        if (++count === MAX_CONDITIONAL_REPLIES + 1)
          refuse(at, `must not contain more than ${MAX_CONDITIONAL_REPLIES} replies`)
        if (at.length > 2 * MAX_CONDITIONAL_DEPTH) {
          refuse(at, `must not be deeper than ${MAX_CONDITIONAL_DEPTH} replies`)
          continue
        }
        if (answered.has(move)) refuse([...at, 'move'], 'already has a reply')
        answered.add(move)
        walk(then, [...at, 'then'])
      }
    }
    walk(branches, [])
  })
  .describe(
    `The tree of replies: at most ${MAX_CONDITIONAL_REPLIES} in total and ${MAX_CONDITIONAL_DEPTH} in a row. Each reply in the same list answers a different move`,
  )

export const setConditionalMovesBody = z.strictObject({
  ply: z.int().min(0).describe('Plies played so far, as you know it. Your opponent must be to move'),
  branches: branchesSchema,
})

/** Why a tree of conditional moves ended. */
const CONDITIONAL_MOVES_ENDINGS = ['played-out', 'other-move', 'own-move', 'game-over', 'refused'] as const
export const conditionalMovesSchema = z
  .object({
    game: z.int(),
    by: sideSchema.describe('Your side'),
    version: z
      .int()
      .describe(
        'Increases with every change of your conditional moves in this game; 0 before the first. Ignore a version that is not higher than the one you have',
      ),
    ply: z.int().describe('Plies played when the moves in `branches` are expected'),
    branches: z.array(branchSchema).describe('Empty if you have no conditional moves'),
    played: z
      .array(z.int())
      .describe('Plies of this game that were played by your conditional moves, ascending'),
    ended: z
      .object({
        ply: z.int().describe('Plies played when they ended'),
        reason: z
          .enum(CONDITIONAL_MOVES_ENDINGS)
          .meta(EXTENSIBLE)
          .describe(
            '`played-out`: all replies of the line were played. `other-move`: the opponent played a move that has no reply. `own-move`: you played a different move yourself. `game-over`: the game ended. `refused`: the reply could not be played',
          ),
      })
      .nullable()
      .describe('How the last ones ended; null while there are some, and after you deleted them'),
  })
  .meta({ id: 'Plan', description: 'A player’s conditional moves in a game. Only that player can see them' })
export type ConditionalMoves = z.output<typeof conditionalMovesSchema>
