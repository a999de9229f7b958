import { ok } from '@tegenzet/common'
import { type About, ENDPOINTS, FEATURES, type Feature, type OptionalFeature } from '@tegenzet/contract'
import { canBeProved, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { refuse } from '../refusal.ts'
import { VERSION } from '../version.ts'
import { readCommit } from './build.ts'
import type { SiteDocuments } from './documents/site-documents.ts'
import type { FeatureSwitches } from './features/feature-switches.ts'

export function registerAbout(
  app: FastifyInstance,
  { config, tables }: Deps,
  { switches, documents }: { switches: FeatureSwitches; documents: SiteDocuments },
): void {
  const body = {
    name: config.siteName,
    operator: config.operator,
    url: config.publicUrl,
    welcome: documents.hasWelcome,
    version: VERSION,
    commit: config.commit ?? readCommit(),
    rules: [...config.games],
    features: featuresOf(config),
    registration: config.registration,
    invite: config.invite,
    readers: config.readers,
    oidc: config.oidc && { name: config.oidc.name, signup: config.oidc.signup, only: config.oidc.only },
  }
  serve(app, ENDPOINTS.getAbout, async () => {
    const [covered, ending] = [await coverageOf(tables), await switches.ending()]
    return ok({ status: 200 as const, body: { ...body, tables: covered, ending } })
  })
  serve(app, ENDPOINTS.getWelcome, async ({ query }) => {
    if (!documents.hasWelcome) return refuse('not-found', 'The host has written no welcome.')
    const { language, body: html } = documents.read('welcome', query.language)
    return ok({ status: 200 as const, body: { language, html } })
  })
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
  features,
}: Config): Feature[] {
  const others: Record<Exclude<Feature, OptionalFeature>, boolean> = {
    mail: mail !== null,
    vacations: vacationDays > 0,
    'built-in-bots': bot && features.has('bots'),
    'claims-by-evidence': ruleClaimsByEvidence,
    'registration-puzzle': registrationPuzzle > 0,
    guests,
  }
  const isOn = (feature: OptionalFeature) =>
    features.has(feature) && (feature !== 'webhooks' || limits.webhooks > 0)
  return FEATURES.filter((feature) =>
    feature in others ? others[feature as keyof typeof others] : isOn(feature as OptionalFeature),
  )
}
