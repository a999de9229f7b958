import { type MoveTree, SHAPE_COLOURS, TREE_LIMITS } from '@tegenzet/trees'
import { z } from 'zod'
import { EXTENSIBLE, ruleSetIdSchema } from './common.ts'
import { moveText, positionText } from './notation.ts'

export type { MoveTree }

/** Bodies of the calls that take a tree: the tree, and what comes with it. */
export const TREE_BODY_BYTES = 300 * 1024

const comment = z.string().optional().describe(`At most ${TREE_LIMITS.commentLength} characters`)
const shapes = z
  .array(
    z.object({
      from: z.string(),
      to: z.string().optional().describe('Without it a circle around `from`, with it an arrow'),
      colour: z.enum(SHAPE_COLOURS).meta(EXTENSIBLE),
    }),
  )
  .optional()
  .describe(`Circles and arrows on the board, at most ${TREE_LIMITS.shapes}`)

export const moveTreeSchema = z
  .object({
    rules: ruleSetIdSchema,
    start: positionText.nullable().describe('null: the start position of the rule set'),
    comment: comment.describe(`On the start, or the whole. At most ${TREE_LIMITS.commentLength} characters`),
    shapes,
    nodes: z.array(
      z.object({
        parent: z.int().nullable().describe('The index of an earlier node; null for a first move'),
        move: moveText,
        comment,
        nags: z
          .array(z.int())
          .optional()
          .describe(
            `Numeric annotation glyphs as in PGN, at most ${TREE_LIMITS.nags}: 1 is \`!\`, 2 is \`?\`, 3 \`!!\`, 4 \`??\`, 5 \`!?\`, 6 \`?!\`, 10 \`=\`, 16 \`±\`, 17 \`∓\`, 18 \`+−\`, 19 \`−+\``,
          ),
        shapes,
      }),
    ),
  })
  .meta({
    id: 'MoveTree',
    description: `Moves with variations, flat: parents come before their children, and the first child of a parent continues the main line. No two children of one parent have the same move, and every path is legal. At most ${TREE_LIMITS.nodes} nodes, a main line up to ply ${TREE_LIMITS.mainLinePlies}, variations of at most ${TREE_LIMITS.variationPlies} plies, and ${TREE_LIMITS.bytes / 1024} kB as JSON`,
  }) as unknown as z.ZodType<MoveTree>

/** A tree that a client sends. `checkTree` checks it, which names the node that is wrong, so the schema takes anything. */
export const treeInput = z.unknown().meta({ $ref: '#/components/schemas/MoveTree' }) as unknown as z.ZodType<
  unknown,
  MoveTree
>
