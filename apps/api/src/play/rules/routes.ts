import { ENDPOINTS, LANGUAGES, type ruleSetSchema } from '@tegenzet/contract'
import { isRuleSetId, ok, RULE_SET_IDS, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { ruleTexts } from '@tegenzet/rules/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { etagOf, isKnown } from '../../http/etag.ts'
import { serve } from '../../http/serve.ts'
import { refuse } from '../../refusal.ts'

type ShownRuleSet = z.input<typeof ruleSetSchema>

/** Built once: the rule sets change with a new release only, so clients may cache them. */
export function registerRules(app: FastifyInstance): void {
  const shown = new Map(RULE_SET_IDS.map((id) => [id, withTag(ruleSetView(id))]))
  const list = withTag({ items: [...shown.values()].map(({ body }) => body), nextCursor: null })

  serve(app, ENDPOINTS.listRules, async ({ request, reply }) => cached(list, request, reply))

  serve(app, ENDPOINTS.getRules, async ({ params: { id }, request, reply }) => {
    const found = isRuleSetId(id) && shown.get(id)
    return found ? cached(found, request, reply) : refuse('not-found', `There is no rule set ${id}.`)
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

interface Tagged<T> {
  body: T
  etag: string
}

function withTag<T>(body: T): Tagged<T> {
  return { body, etag: etagOf(JSON.stringify(body)) }
}

/** Answers 304 if the client's copy is current. */
function cached<T>({ body, etag }: Tagged<T>, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag, 'cache-control': 'public, max-age=300' })
  return isKnown(etag, request) ? ok({ status: 304 as const }) : ok({ status: 200 as const, body })
}
