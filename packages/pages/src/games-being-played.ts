import type { RuleSetId } from '@tegenzet/rules'
import { call } from './call.ts'

/** Games that nobody has moved in are left out, so this many more are asked for than shown. */
const SPARE = 18

/** Which games are watched. */
export interface WatchedKind {
  rules?: RuleSetId | undefined
  /** What both players are rated at least. */
  minRating?: number | undefined
}

export const gamesBeingPlayed = (max: number, kind: WatchedKind = {}, cursor?: string) =>
  call('listGames', { query: { status: 'active', guests: false, ...kind, limit: max + SPARE, cursor } })
