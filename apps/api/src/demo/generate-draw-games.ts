import type { OperationId } from '@tegenzet/contract'
import { byFamily, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { DEMO_STYLES } from './demo-styles.ts'

/** A step of a draw offer or claim, an hour after the previous one. */
export interface DrawStep {
  by: 'white' | 'black' | 'admin'
  operation: OperationId
  /** The resource in the URL. */
  of: 'game' | 'offer' | 'claim'
  body?: object
}

/** A game with a draw offer or a claim. */
interface DrawGame {
  rules: RuleSetId
  moves: string[]
  steps: DrawStep[]
}

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
const rejected = (other: number) => ({
  verdict: 'reject',
  warn: ['white'],
  reason: `Stelling ${other} is een andere: tel nog eens na. · Position ${other} is a different one: count again.`,
})

/** Generates offers and claims in every state by the rule set's policy. Empty without one, and for Halma. */
export function generateDrawGames(id: RuleSetId): DrawGame[] {
  const { drawn } = byFamily(ruleSet(id), DEMO_STYLES)
  if (!drawn?.policy) return []
  const { moves, repeatsFrom } = drawn
  const last = repeatsFrom + 8
  const threeTimes = { ground: 'repetition', positions: [repeatsFrom, last - 4, last] }
  const twoTimes = { ground: 'repetition', positions: [repeatsFrom, repeatsFrom + 2, last] }
  const game = (plies: number, ...steps: DrawStep[]): DrawGame => ({ rules: id, moves: moves(plies), steps })
  const offered = [
    game(last, offers('white', { message: 'Remise?' })),
    game(last, offers('white', {}), declines('black', { reason: 'Nog even. · Not yet.' })),
    game(
      last,
      offers('black', { message: 'Het wordt toch niets meer. · This leads nowhere.' }),
      accepts('white'),
    ),
  ]
  if (drawn.policy === 'after-declined-offer') {
    const refused = (basis: object) => [offers('white', basis), declines('black')]
    return [
      ...offered,
      game(last, ...refused(threeTimes), claims('white', threeTimes)),
      game(last + 1, ...refused(twoTimes), claims('white', twoTimes), rules(rejected(repeatsFrom + 2))),
      game(last, ...refused(threeTimes), claims('white', threeTimes), rules(upheld)),
      game(100, ...refused(quiet), claims('white', { ...quiet, text: 'Vijftig zetten. · Fifty moves.' })),
    ]
  }
  const intendedMove = moves(last).at(-1)
  return [
    ...offered,
    game(last, claims('white', threeTimes)),
    game(last - 1, claims('black', { ...twoTimes, intendedMove, text: 'Volgens mij wel. · I think so.' })),
    game(last, claims('white', twoTimes), rules(rejected(repeatsFrom + 2))),
    game(last, claims('white', threeTimes), rules({ ...upheld, warn: ['black'] })),
    game(last, claims('white', threeTimes), withdraws('white')),
    game(100, claims('white', quiet)),
  ]
}
