import { type Endpoint, OPTIONAL_FEATURES, type OptionalFeature } from '@tegenzet/contract'
import { RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { readCode } from '../../lobby/challenges/invite-link.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import type { FeatureSwitches } from './feature-switches.ts'
import { isBuiltInBot, isDivision, type NewGameTerms, readStoredTerms } from './terms-store.ts'

const WHAT: Record<OptionalFeature, string> = {
  tournaments: 'tournaments',
  leagues: 'leagues',
  ladders: 'ladders',
  clubs: 'clubs',
  matches: 'matches between clubs',
  puzzles: 'puzzles',
  analysis: 'analysis boards, endgame tables and explorer',
  bots: 'built-in bots',
  ratings: 'ratings and rated games',
  webhooks: 'webhooks',
  apps: 'apps of others',
  chat: 'messages between players',
  news: 'news',
}

const off = (feature: OptionalFeature): Refused =>
  refuse('feature-off', `There are no ${WHAT[feature]} on this site.`)
const gameOff = (rules: RuleSetId): Refused =>
  refuse('feature-off', `There are no new games of ${ruleSet(rules).names.en} on this site.`)

type Request = Pick<FastifyRequest, 'params' | 'body'>

/** @returns a function that says why a call is not there on this site; null if it is */
export function featureRefusal(config: Pick<Config, 'features' | 'games'>, switches: FeatureSwitches) {
  const isEverythingOn =
    config.features.size === OPTIONAL_FEATURES.length && RULE_SET_IDS.every((id) => config.games.includes(id))

  return async (db: Db, endpoint: Endpoint, request: Request): Promise<Refused | null> => {
    if (isEverythingOn) return null
    const { begins, fieldFeatures = {} } = endpoint
    const feature = endpoint.feature && (await featureOf(db, endpoint.feature, request))
    if (feature && !(begins ? switches.isOn(feature) : await switches.isReadable(feature)))
      return off(feature)
    for (const [field, its] of Object.entries(fieldFeatures))
      if (!switches.isOn(its) && isFilledIn(request.body, field)) return off(its)

    const terms = await termsOf(db, endpoint, request)
    if (terms?.againstBot && !switches.isOn('bots')) return off('bots')
    if (terms?.rated && !switches.isOn('ratings')) return off('ratings')
    const missing = terms?.rules.find((id) => !config.games.includes(id))
    return missing ? gameOff(missing) : null
  }
}

const idOf = ({ params }: Request): number | undefined => {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'number' && id <= MAX_ID ? id : undefined
}

/** The divisions of a league are tournaments. */
async function featureOf(db: Db, feature: OptionalFeature, request: Request): Promise<OptionalFeature> {
  const id = idOf(request)
  return feature === 'tournaments' && id !== undefined && (await isDivision(db, id)) ? 'leagues' : feature
}

/** Whether a field, named with its path, has a value other than false. */
function isFilledIn(body: unknown, field: string): boolean {
  const value = field
    .split('.')
    .reduce((object: unknown, name) => (object as Record<string, unknown> | null | undefined)?.[name], body)
  return value !== undefined && value !== null && value !== false
}

async function termsOf(db: Db, { newGames }: Endpoint, request: Request): Promise<NewGameTerms | undefined> {
  if (!newGames) return undefined
  if (newGames === 'body' || newGames === 'path') {
    // parsed by the endpoint's schema
    const { rules, opponent } = request[newGames === 'body' ? 'body' : 'params'] as {
      rules: RuleSetId | RuleSetId[]
      opponent?: string
    }
    const againstBot = opponent !== undefined && (await isBuiltInBot(db, opponent))
    // `fieldFeatures` says whether it is rated
    return { rules: [rules].flat(), rated: false, againstBot }
  }
  if (newGames !== 'invitation') {
    const id = idOf(request)
    return id === undefined ? undefined : readStoredTerms(db, newGames, id)
  }
  const invitation = readCode((request.params as { code: string }).code)
  return invitation ? readStoredTerms(db, 'challenge', invitation.id) : undefined
}
