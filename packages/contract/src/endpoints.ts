import type { Endpoint } from './endpoint.ts'
import { ACCOUNT_ENDPOINTS } from './endpoints/accounts.ts'
import { CHALLENGE_ENDPOINTS } from './endpoints/challenges.ts'
import { CLAIM_ENDPOINTS } from './endpoints/claims.ts'
import { DRAW_OFFER_ENDPOINTS } from './endpoints/draw-offers.ts'
import { GAME_ENDPOINTS } from './endpoints/games.ts'
import { RULE_SET_ENDPOINTS } from './endpoints/rule-sets.ts'
import type { OperationId } from './operations.ts'

/** Every call of the API with its schemas: what the server serves, the document describes and clients are typed by. */
export const ENDPOINTS = {
  ...ACCOUNT_ENDPOINTS,
  ...RULE_SET_ENDPOINTS,
  ...CHALLENGE_ENDPOINTS,
  ...GAME_ENDPOINTS,
  ...DRAW_OFFER_ENDPOINTS,
  ...CLAIM_ENDPOINTS,
} satisfies { [Id in OperationId]: Endpoint & { operationId: Id } }

export type Endpoints = typeof ENDPOINTS
