import type { CommonRules, FamilyName, RulesByFamily } from '@tegenzet/rules'
import { z } from 'zod'

/** What the rule sets of a family have besides what all have. */
type OptionOf<Family extends FamilyName> = Exclude<
  keyof RulesByFamily[Family],
  keyof CommonRules | 'family' | 'board'
>

/** The options of each family. One without a schema would be missing in answers, so it is a type error. */
export const OPTION_SCHEMAS = {
  mill: {
    flying: z.boolean().describe('Mill games: whether a side with three stones may fly'),
    movesWhilePlacing: z
      .boolean()
      .describe('Mill games: whether a side with stones in hand may move one along a line instead'),
    taking: z
      .enum(['optional', 'compulsory'])
      .describe('Mill games: whether closing a mill must capture a stone'),
    quietReset: z.enum(['mill', 'capture']).describe('Mill games: what resets the counter of quiet moves'),
  },
  halma: {
    clearCampAfterPly: z
      .int()
      .describe(
        'Halma: from the end of this ply on, a side with a stone in its own camp loses; both sides: a draw',
      ),
  },
} satisfies { [Name in FamilyName]: Record<OptionOf<Name>, z.ZodType> }
