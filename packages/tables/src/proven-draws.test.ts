import { fileURLToPath } from 'node:url'
import {
  canBeProved,
  claimRefusals,
  decodePosition,
  type EarlierClaim,
  judgeClaim,
  type OfferFacts,
  offerRefusals,
  type Position,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  SIDES,
  type Side,
  sideToMove,
} from '@tegenzet/rules'
import { afterAll, describe, expect, it } from 'vitest'
import { randomFrom, randomGame, SEED, SOAK } from '../../rules/test/random.ts'
import { DiskTables } from '../node/index.ts'

const GAMES = SOAK ? 200 : 4
/** Of the shipped tables. */
const COVERED = 8

const tables = new DiskTables([fileURLToPath(new URL('../data', import.meta.url))], 2 ** 24)
afterAll(() => tables.close())

/** The stones on the board, `white-black`; null while a hand is not empty. */
function pairOf(rules: RuleSet, position: Position): string | null {
  const { hands, stones } = decodePosition(rules, position)
  if (hands!.white > 0 || hands!.black > 0) return null
  const count = (side: Side) => Object.values(stones).filter((each) => each === side).length
  return `${count('white')}-${count('black')}`
}

const stonesIn = (pair: string) => pair.split('-').reduce((sum, each) => sum + Number(each), 0)

describe.each(RULE_SET_IDS.filter((id) => canBeProved(ruleSet(id))))('in %s', (id) => {
  const rules = ruleSet(id)
  const needsOffer = rules.draws.policy === 'after-declined-offer'

  it('a claim is allowed exactly where the rules say, and the table rules on it', async () => {
    const seen = { allowed: 0, refused: 0, repeated: 0, afterCapture: 0 }
    for (let n = 0; n < GAMES || Object.values(seen).includes(0); n++) {
      const random = randomFrom(SEED + n)
      const game = randomGame(rules, random)
      const earlier: EarlierClaim[] = []
      const offers: OfferFacts[] = []
      /** `side pair`: what each side has claimed, and what it may claim because an offer was not accepted. */
      const claimed = new Set<string>()
      const founded = new Set<string>()
      const last = game.outcome ? game.moves.length - 1 : game.moves.length
      for (let ply = 0; ply <= last; ply++) {
        const positions = game.positions.slice(0, ply + 1)
        const position = positions[ply]!
        const pair = pairOf(rules, position)
        const isCovered = pair !== null && stonesIn(pair) <= COVERED
        for (const by of SIDES) {
          const key = `${by} ${pair}`
          const claim = { ground: 'proven-draw', position: ply, by } as const
          const context = { positions, offers, earlier, covered: COVERED, over: false, openClaim: false }
          const refusals = claimRefusals(rules, claim, context).map(({ code }) => code)
          const mayOffer = isCovered && !claimed.has(key)
          const isAllowed = mayOffer && (needsOffer ? founded.has(key) : by === sideToMove(position))
          expect(refusals.length === 0, `${position} ${by} ${refusals}`).toBe(isAllowed)
          expect(offerRefusals(rules, claim, context).length === 0, `${position} ${by}`).toBe(mayOffer)
          expect(refusals.includes('already-claimed')).toBe(isCovered && claimed.has(key))
          if (isAllowed) {
            // not a term of the game, another position, or a game that is over or frozen
            const others = [
              claimRefusals(rules, claim, { ...context, covered: null }),
              claimRefusals(rules, { ...claim, position: ply - 1 }, context),
              claimRefusals(rules, { ...claim, position: ply + 1 }, context),
              claimRefusals(rules, claim, { ...context, over: true }),
              claimRefusals(rules, claim, { ...context, openClaim: true }),
            ]
            expect(others.filter((each) => each.length === 0)).toEqual([])
            const { value } = await tables.judge(rules, position)
            expect(value, position).not.toBeNull()
            const { holds, findings } = judgeClaim(rules, claim, positions, value)
            expect(holds).toBe(value === 'draw')
            expect(findings).toEqual(value === 'draw' ? [] : [{ code: 'not-drawn', params: {} }])
            seen.allowed++
            if (earlier.some((other) => other.by === by)) seen.afterCapture++
            // so that the game goes on, whatever the value
            if (random() < 0.5) {
              earlier.push({ ...claim, ply, state: 'rejected' })
              claimed.add(key)
            }
          } else {
            seen.refused++
            if (claimed.has(key)) seen.repeated++
          }
          if (mayOffer && random() < 0.2) {
            const state = (['declined', 'expired', 'closed', 'open'] as const)[Math.floor(random() * 4)]!
            offers.push({ id: offers.length, ground: 'proven-draw', position: ply, by, state })
            if (state === 'declined' || state === 'expired') founded.add(key)
          }
        }
      }
    }
  })
})

it.each(RULE_SET_IDS.filter((id) => !canBeProved(ruleSet(id))))('in %s never', (id) => {
  const rules = ruleSet(id)
  const game = randomGame(rules, randomFrom(SEED), 60)
  for (let ply = 0; ply < game.moves.length; ply++)
    for (const by of SIDES) {
      const claim = { ground: 'proven-draw', position: ply, by } as const
      const positions = game.positions.slice(0, ply + 1)
      const context = { positions, offers: [], earlier: [], covered: COVERED, over: false, openClaim: false }
      for (const refuse of [claimRefusals, offerRefusals])
        expect(refuse(rules, claim, context).map(({ code }) => code)).toContain('ground-not-available')
    }
})
