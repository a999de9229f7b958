import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import {
  claimRefusals,
  decodePosition,
  haveSameStones,
  type Position,
  type RuleSet,
  type Side,
} from '@tegenzet/rules'
import type { Drawn } from './draws.ts'

/** So long a bot waits for a mistake. */
const QUIET_PLIES = 20

/** Whether nothing has happened for so long that the position may be a proven draw. Reads no table. */
export function isQuietEnding(game: Game, rules: RuleSet, positions: readonly Position[]): boolean {
  const position = positions.at(-1)
  if (!game.provenDraws || !position) return false
  const { hands, quiet } = decodePosition(rules, position)
  return hands?.white === 0 && hands.black === 0 && (quiet ?? 0) >= QUIET_PLIES
}

/**
 * How to ask for the draw of a position that the server's tables cover: once for as many stones of each colour, right or
 * wrong. After a declined offer where the rule set asks for it.
 * @param covered up to how many stones the tables cover
 */
export function provenDraw(
  rules: RuleSet,
  positions: readonly Position[],
  by: Side,
  { claims, offers, covered }: { claims: readonly Claim[]; offers: readonly DrawOffer[]; covered: number },
): Drawn | null {
  const ply = positions.length - 1
  const basis = { ground: 'proven-draw', position: ply } as const
  const context = { positions, covered, offers, earlier: claims, over: false, openClaim: false }
  const refusals = claimRefusals(rules, { ...basis, by }, context)
  if (refusals.length === 0) return { by: 'claim', basis }
  if (refusals.some(({ code }) => code !== 'no-declined-offer')) return null
  const isOffered = offers.some(
    (offer) =>
      offer.by === by &&
      'ground' in offer &&
      offer.ground === 'proven-draw' &&
      haveSameStones(rules, positions, offer.position, ply),
  )
  return isOffered ? null : { by: 'offer', basis: { ...basis, position: ply + 1 } }
}
