import type { RuleSetId } from '@tegenzet/rules'
import { call } from './call.ts'

/** Games that nobody has moved in are left out, so this many more are asked for than shown. */
const SPARE = 18

export const gamesBeingPlayed = (max: number, rules?: RuleSetId) =>
  call('listGames', {
    query: { status: 'active', guests: false, ...(rules && { rules }), limit: max + SPARE },
  })
