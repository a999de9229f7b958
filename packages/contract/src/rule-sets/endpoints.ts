import { z } from 'zod'
import { page, text } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { ruleSetSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Rules', access: 'anyone' })

export const RULE_SET_ENDPOINTS = {
  listRules: endpoint('listRules', {
    summary: 'List the rule sets',
    description:
      'All rule sets with options, boards and texts: everything needed to draw a board and explain the game. Cacheable.',
    responses: { 200: page(ruleSetSchema) },
    cacheable: true,
  }),
  getRules: endpoint('getRules', {
    summary: 'Get a rule set',
    description:
      'A rule set with options, board and texts. Cacheable. Fails with `not-found` if there is no such rule set.',
    params: z.strictObject({
      id: text(1, 60)
        .describe('The `id` of the rule set')
        .meta({ examples: ['molenspel'] }),
    }),
    responses: { 200: ruleSetSchema },
    cacheable: true,
    errors: ['not-found'],
  }),
}
