import type { RuleSet } from '@tegenzet/rules'
import { z } from 'zod'

const pointName = z.string().meta({ examples: ['d6'] })
const boardPoint = z.object({
  name: pointName,
  x: z.int().describe('Column, from 0 at the left'),
  y: z.int().describe('Row, from 0 at the bottom'),
})

// arrays of a fixed length instead of tuples, whose `prefixItems` common generators of clients do not know
export const BOARD_SCHEMAS = {
  mill: z.object({
    kind: z.literal('mill'),
    points: z.array(boardPoint),
    lines: z.array(z.array(pointName).length(2)).describe('Pairs of adjacent points'),
    mills: z.array(z.array(pointName).length(3)).describe('Rows of three points'),
  }),
  halma: z.object({
    kind: z.literal('halma'),
    size: z.int(),
    points: z.array(boardPoint),
    camps: z.object({ white: z.array(pointName), black: z.array(pointName) }),
  }),
} satisfies Record<RuleSet['board']['kind'], z.ZodType>
