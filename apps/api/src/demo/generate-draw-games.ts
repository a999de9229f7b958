import type { OperationId } from '@tegenzet/contract'
import { byFamily, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { DEMO_STYLES } from './demo-styles.ts'
import { LAST_PLACING_PLY, repeatingMoves } from './repeating-moves.ts'

/** A step of a draw offer or claim, an hour after the previous one. */
export interface DrawStep {
  by: 'white' | 'black' | 'admin'
  operation: OperationId
  /** The resource in the URL. */
  of: 'game' | 'offer' | 'claim'
  body?: object
}

/** A game with a draw offer or a claim. */
export interface DrawGame {
  rules: RuleSetId
  moves: string[]
  steps: DrawStep[]
}

const LAST = LAST_PLACING_PLY + 8
const threeTimes = { ground: 'repetition', positions: [LAST - 8, LAST - 4, LAST] }
const twoTimes = { ground: 'repetition', positions: [LAST - 8, LAST - 6, LAST] }
const quiet = { ground: 'quiet-moves', plies: [1, 100] }

const offers = (by: DrawStep['by'], body: object): DrawStep => ({
  by,
  operation: 'offerDraw',
  of: 'game',
  body,
})
const accepts = (by: DrawStep['by']): DrawStep => ({ by, operation: 'acceptDrawOffer', of: 'offer' })
const declines = (by: DrawStep['by'], body: object = {}): DrawStep => ({
  by,
  operation: 'declineDrawOffer',
  of: 'offer',
  body,
})
const claims = (by: DrawStep['by'], body: object): DrawStep => ({
  by,
  operation: 'fileClaim',
  of: 'game',
  body,
})
const rules = (body: object): DrawStep => ({ by: 'admin', operation: 'ruleOnClaim', of: 'claim', body })
const withdraws = (by: DrawStep['by']): DrawStep => ({ by, operation: 'withdrawClaim', of: 'claim' })

const upheld = { verdict: 'uphold', reason: 'Driemaal dezelfde stelling. · Three times the same position.' }
const rejected = {
  verdict: 'reject',
  warn: ['white'],
  reason: 'Stelling 20 is een andere: tel nog eens na. · Position 20 is a different one: count again.',
}

/** Generates offers and claims in every state by the rule set's policy. Empty without one, and for Halma. */
export function generateDrawGames(id: RuleSetId): DrawGame[] {
  const policy = byFamily(ruleSet(id), DEMO_STYLES).claims
  if (!policy) return []
  const game = (plies: number, ...steps: DrawStep[]): DrawGame => ({
    rules: id,
    moves: repeatingMoves(id, plies),
    steps,
  })
  const offered = [
    game(LAST, offers('white', { message: 'Remise?' })),
    game(LAST, offers('white', {}), declines('black', { reason: 'Nog even. · Not yet.' })),
    game(
      LAST,
      offers('black', { message: 'Het wordt toch niets meer. · This leads nowhere.' }),
      accepts('white'),
    ),
  ]
  if (policy === 'after-declined-offer') {
    const refused = (basis: object) => [offers('white', basis), declines('black')]
    return [
      ...offered,
      game(LAST, ...refused(threeTimes), claims('white', threeTimes)),
      game(LAST + 1, ...refused(twoTimes), claims('white', twoTimes), rules(rejected)),
      game(LAST, ...refused(threeTimes), claims('white', threeTimes), rules(upheld)),
      game(100, ...refused(quiet), claims('white', { ...quiet, text: 'Vijftig zetten. · Fifty moves.' })),
    ]
  }
  const intendedMove = repeatingMoves(id, LAST).at(-1)
  return [
    ...offered,
    game(LAST, claims('white', threeTimes)),
    game(LAST - 1, claims('black', { ...twoTimes, intendedMove, text: 'Volgens mij wel. · I think so.' })),
    game(LAST, claims('white', twoTimes), rules(rejected)),
    game(LAST, claims('white', threeTimes), rules({ ...upheld, warn: ['black'] })),
    game(LAST, claims('white', threeTimes), withdraws('white')),
    game(100, claims('white', quiet)),
  ]
}
