import type { OperationId } from '@tegenzet/contract'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { LAST_PLACING_PLY, repeatingMoves } from './repeating-moves.ts'

/** Something done about a draw, an hour after what was before it. */
export interface DrawStep {
  by: 'white' | 'black' | 'admin'
  operation: OperationId
  /** What its address names. */
  of: 'game' | 'offer' | 'claim'
  body?: object
}

/** A game that comes to a draw offer or a claim. */
export interface DrawStory {
  rules: RuleSetId
  moves: string[]
  steps: DrawStep[]
}

const LAST = LAST_PLACING_PLY + 8
const thrice = { ground: 'repetition', positions: [LAST - 8, LAST - 4, LAST] }
const twice = { ground: 'repetition', positions: [LAST - 8, LAST - 6, LAST] }
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
  ...{ verdict: 'reject', warn: ['white'] },
  reason: 'Stelling 20 is een andere: tel nog eens na. · Position 20 is another one: count again.',
}

/** Offers and claims in every state, as this rule set claims draws; none where it does not, or is no mill game. */
export function drawStories(id: RuleSetId): DrawStory[] {
  const { family, draws } = ruleSet(id)
  const { policy } = draws
  if (family !== 'mill' || !policy) return []
  const story = (plies: number, ...steps: DrawStep[]): DrawStory => ({
    rules: id,
    moves: repeatingMoves(id, plies),
    steps,
  })
  const offered = [
    story(LAST, offers('white', { message: 'Remise?' })),
    story(LAST, offers('white', {}), declines('black', { reason: 'Nog even. · Not yet.' })),
    story(
      LAST,
      offers('black', { message: 'Het wordt toch niets meer. · This leads nowhere.' }),
      accepts('white'),
    ),
  ]
  if (policy === 'after-declined-offer') {
    const refused = (basis: object) => [offers('white', basis), declines('black')]
    return [
      ...offered,
      story(LAST, ...refused(thrice), claims('white', thrice)),
      story(LAST + 1, ...refused(twice), claims('white', twice), rules(rejected)),
      story(LAST, ...refused(thrice), claims('white', thrice), rules(upheld)),
      story(100, ...refused(quiet), claims('white', { ...quiet, text: 'Vijftig zetten. · Fifty moves.' })),
    ]
  }
  const intendedMove = repeatingMoves(id, LAST).at(-1)
  return [
    ...offered,
    story(LAST, claims('white', thrice)),
    story(LAST - 1, claims('black', { ...twice, intendedMove, text: 'Volgens mij wel. · I think so.' })),
    story(LAST, claims('white', twice), rules(rejected)),
    story(LAST, claims('white', thrice), rules({ ...upheld, warn: ['black'] })),
    story(LAST, claims('white', thrice), withdraws('white')),
    story(100, claims('white', quiet)),
  ]
}
