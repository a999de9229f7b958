import type { Claim, DrawOffer, fileClaimBody, Proved } from '@tegenzet/contract'
import { type ClaimRefusal, claimRefusals, type Position, ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import { VERSION } from '../../version.ts'
import { readOffers } from '../draws/draw-offer-store.ts'
import { readPositions } from '../game/game-positions.ts'
import type { OwnGame } from '../game/on-game.ts'
import { readClaims } from './claim-store.ts'

export type ClaimTerms = z.output<typeof fileClaimBody>

/** What decides whether a claim is allowed and whether it holds, with its id. */
export interface Evidence {
  id: number
  positions: Position[]
  offers: readonly DrawOffer[]
  earlier: readonly Claim[]
  /** Up to how many stones tables prove draws in this game; null: not at all. */
  covered: number | null
  /** What they say, for a claim of a proven draw. */
  proof: Proved | null
}

type Read = Omit<Evidence, 'covered' | 'proof'>

export async function readEvidence(deps: Deps, db: Db, own: OwnGame, terms: ClaimTerms): Promise<Evidence> {
  const { id } = own.game
  const read = {
    positions: await readPositions(db, id),
    offers: await readOffers(db, id),
    earlier: await readClaims(db, { where: { gameId: id } }),
    id: await nextId(db, 'claims'),
  }
  return { ...read, ...(await readTables(deps, own, read, terms)) }
}

/** The only place that reads the value of a position of a running game, and only for a claim that is allowed. */
async function readTables(
  { tables }: Deps,
  own: OwnGame,
  read: Read,
  terms: ClaimTerms,
): Promise<Pick<Evidence, 'covered' | 'proof'>> {
  const { provenDraws, position } = own.game
  if (!provenDraws || terms.ground !== 'proven-draw') return { covered: null, proof: null }
  const rules = rulesOf(own)
  const covered = await tables.covered(rules)
  if (refusalsOf(own, { ...read, covered }, terms).length > 0) return { covered, proof: null }
  const proof = await tables.prove(rules, position)
  // a table that turns out to be damaged covers nothing any more
  return { covered: await tables.covered(rules), proof: proof && { ...proof, version: VERSION } }
}

/** Why a claim is not allowed now. */
export const refusalsOf = (
  own: OwnGame,
  { positions, offers, earlier, covered }: Omit<Evidence, 'id' | 'proof'>,
  terms: ClaimTerms,
): ClaimRefusal[] =>
  claimRefusals(
    rulesOf(own),
    { ...terms, by: own.side },
    { positions, offers, earlier, covered, over: false, openClaim: false },
  )

const rulesOf = ({ game }: OwnGame) => ruleSet(game.rules, game.rulesRevision)
