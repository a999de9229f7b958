import { z } from 'zod'
import { page, text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ruleSetSchema } from '../rule-sets.ts'

/** What can be played. */
export const RULE_SET_ENDPOINTS = {
  listRules: endpoint('listRules', {
    tag: 'Rules',
    summary: 'All rule sets',
    description: 'With options, boards and texts: enough to draw a board and explain the game.',
    access: 'anyone',
    responses: { 200: page(ruleSetSchema) },
    cacheable: true,
    errors: [],
  }),
  getRules: endpoint('getRules', {
    tag: 'Rules',
    summary: 'One rule set',
    description: 'With options, board and texts.',
    access: 'anyone',
    params: z.strictObject({
      id: text(1, 60)
        .describe('Its id')
        .meta({ examples: ['molenspel'] }),
    }),
    responses: { 200: ruleSetSchema },
    cacheable: true,
    errors: ['not-found'],
  }),
}
