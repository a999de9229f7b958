import { ok } from '@tegenzet/common'
import { ENDPOINTS, FEATURES, type Feature } from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { serve } from '../http/serve.ts'
import { readCommit, VERSION } from './build.ts'

export function registerAbout(app: FastifyInstance, config: Config): void {
  const body = {
    name: config.siteName,
    operator: config.operator,
    url: config.publicUrl,
    version: VERSION,
    commit: config.commit ?? readCommit(),
    rules: [...RULE_SET_IDS],
    features: featuresOf(config),
  }
  serve(app, ENDPOINTS.getAbout, async () => ok({ status: 200 as const, body }))
}

function featuresOf({
  mail,
  limits,
  vacationDays,
  bot,
  ruleClaimsByEvidence,
  registrationPuzzle,
}: Config): Feature[] {
  const switches: Record<Feature, boolean> = {
    mail: mail !== null,
    webhooks: limits.webhooks > 0,
    vacations: vacationDays > 0,
    'built-in-bots': bot,
    'claims-by-evidence': ruleClaimsByEvidence,
    'registration-puzzle': registrationPuzzle > 0,
  }
  return FEATURES.filter((feature) => switches[feature])
}
