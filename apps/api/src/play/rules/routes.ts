import { ENDPOINTS, LANGUAGES, type ruleSetSchema } from '@tegenzet/contract'
import { isRuleSetId, RULE_SET_IDS, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { ruleTexts } from '@tegenzet/rules/texts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { cached, withTag } from '../../http/etag.ts'
import { serve } from '../../http/serve.ts'
import { refuse } from '../../refusal.ts'

type ShownRuleSet = z.input<typeof ruleSetSchema>

const FOR_MINUTES = 'public, max-age=300'

/** Built once: the rule sets change with a new release only, so clients may cache them. */
export function registerRules(app: FastifyInstance): void {
  const shown = new Map(RULE_SET_IDS.map((id) => [id, withTag(ruleSetView(id))]))
  const list = withTag({ items: [...shown.values()].map(({ body }) => body), nextCursor: null })

  serve(app, ENDPOINTS.listRules, async (call) => cached(list, call, FOR_MINUTES))

  serve(app, ENDPOINTS.getRules, async ({ params: { id }, ...call }) => {
    const found = isRuleSetId(id) && shown.get(id)
    return found ? cached(found, call, FOR_MINUTES) : refuse('not-found', `There is no rule set ${id}.`)
  })
}

function ruleSetView(id: RuleSetId): ShownRuleSet {
  const rules = ruleSet(id)
  const texts = Object.fromEntries(
    LANGUAGES.map((language) => [language, ruleTexts(rules, language)]),
  ) as ShownRuleSet['texts']
  // the contract's types are mutable where those of the rules package are read-only
  return { ...structuredClone(rules), id, startPosition: startPosition(rules), texts } as ShownRuleSet
}
