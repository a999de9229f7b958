import { ok } from '@tegenzet/common'
import { type About, ENDPOINTS, FEATURES, type Feature } from '@tegenzet/contract'
import { canBeProved, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { VERSION } from '../version.ts'
import { readCommit } from './build.ts'

export function registerAbout(app: FastifyInstance, { config, tables }: Deps): void {
  const body = {
    name: config.siteName,
    operator: config.operator,
    url: config.publicUrl,
    version: VERSION,
    commit: config.commit ?? readCommit(),
    rules: [...RULE_SET_IDS],
    features: featuresOf(config),
    registration: config.registration,
    invite: config.invite,
    readers: config.readers,
  }
  serve(app, ENDPOINTS.getAbout, async () =>
    ok({ status: 200 as const, body: { ...body, tables: await coverageOf(tables) } }),
  )
}

/** Read each time: a host may add tables while the server runs. */
async function coverageOf(tables: Deps['tables']): Promise<About['tables']> {
  const coverage: About['tables'] = {}
  for (const id of RULE_SET_IDS)
    if (canBeProved(ruleSet(id))) coverage[id] = await tables.covered(ruleSet(id))
  return coverage
}

function featuresOf({
  mail,
  limits,
  vacationDays,
  bot,
  ruleClaimsByEvidence,
  registrationPuzzle,
  guests,
}: Config): Feature[] {
  const switches: Record<Feature, boolean> = {
    mail: mail !== null,
    webhooks: limits.webhooks > 0,
    vacations: vacationDays > 0,
    'built-in-bots': bot,
    'claims-by-evidence': ruleClaimsByEvidence,
    'registration-puzzle': registrationPuzzle > 0,
    guests,
  }
  return FEATURES.filter((feature) => switches[feature])
}
