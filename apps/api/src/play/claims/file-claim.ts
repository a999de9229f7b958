import type { Claim, fileClaimBody, Game } from '@tegenzet/contract'
import {
  type Claim as Claimed,
  type ClaimRefusal,
  claimRefusals,
  foundingOffer,
  judgeClaim,
  ok,
  type Result,
  ruleSet,
  trustedMove,
} from '@tegenzet/rules'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/sanctions/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Tx } from '../../store/transaction.ts'
import { expireOffer } from '../draws/expire-offer.ts'
import { changeGame } from '../game/change-game.ts'
import { readClaims } from '../game/claim-store.ts'
import { stopClocks } from '../game/clock.ts'
import { readOffers } from '../game/draw-offer-store.ts'
import { gameFrozen, gameNotFound, notAPlayer, tooLate } from '../game/endings.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { readPositions } from '../game/game-record.ts'
import { readGame } from '../game/game-store.ts'
import { ruleOnClaim } from './rule-on-claim.ts'

export interface FileClaim {
  game: number
  playerId: number
  claim: z.output<typeof fileClaimBody>
  arrivedAt: Date
}

/**
 * Files a claim: freezes the game and stores what the rules find. A claim that is not allowed is refused as
 * `claim-refused`, or as `conflict` if it was allowed until a concurrent change.
 */
export async function fileClaim(
  deps: Deps,
  tx: Tx,
  command: FileClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  const { playerId, arrivedAt } = command
  let overtaken = false
  for (;;) {
    const game = await readGame(tx, command.game)
    if (!game) return gameNotFound(command.game)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    const muted = command.claim.text !== undefined && (await sanctionRefused(tx, playerId, 'mute', arrivedAt))
    if (muted) return muted
    if (await expireOffer(tx, game, arrivedAt)) continue
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: { ...late, refusals: [{ code: 'game-over', params: {} }] } }
    if (game.status === 'claimed')
      return { ok: false, error: { ...gameFrozen.error, refusals: [{ code: 'game-frozen', params: {} }] } }

    const found = await readEvidence(tx, game)
    const rules = ruleSet(game.rules, game.rulesRevision)
    const { text = null, intendedMove = null, ...named } = command.claim
    const claimed: Claimed = { ...named, intendedMove, by: side }
    const refusals = claimRefusals(rules, claimed, found)
    if (refusals.length > 0) {
      // the evidence was read after the game and may be of a later version
      const unchanged = (await readGame(tx, game.id))?.version === game.version
      if (unchanged) return notAllowed(refusals, overtaken)
      overtaken = true
      continue
    }

    const evidence = judgeClaim(rules, claimed, found.positions)
    const claim: Claim = {
      intendedMove: intendedMove === null ? null : trustedMove(intendedMove),
      ...{ ...named, by: side, id: await nextId(tx, 'claims'), game: game.id },
      ...{ ply: game.ply, offer: foundingOffer(claimed, found.offers)?.id ?? null, text, evidence },
      ...{ state: 'open', verdict: null, createdAt: arrivedAt.toISOString(), closedAt: null },
    }
    const change = {
      ...stopClocks(game, arrivedAt),
      ...{ status: 'claimed' as const, openClaim: { id: claim.id, by: side }, drawOffer: null },
    }
    const frozen = await changeGame(tx, game, change, arrivedAt, { by: playerId, claim })
    if (!frozen) {
      overtaken = true
      continue
    }
    const filed = ok({ claim, game: frozen })
    const rulesAtOnce = evidence.holds && deps.config.ruleClaimsByEvidence
    if (!rulesAtOnce && !(await isAgainstBuiltInBot(tx, game))) return filed
    const ruled = await ruleOnClaim(tx, { claim: claim.id, by: 'server', arrivedAt })
    // it was filed, even if it has been settled in between
    return ruled.ok ? ruled : filed
  }
}

/** Nobody needs an admin to judge a bot's games: the evidence decides, also against the claimant. */
const isAgainstBuiltInBot = async (tx: Tx, { white, black }: GameRow): Promise<boolean> =>
  (await tx.player.count({ where: { id: { in: [white.id, black.id] }, builtIn: true } })) > 0

const notAllowed = (refusals: ClaimRefusal[], overtaken: boolean) =>
  overtaken
    ? refuse('conflict', 'The game changed while the claim was being filed.', refusals)
    : refuse(
        'claim-refused',
        `The claim is not allowed now: ${refusals.map(({ code }) => code).join(', ')}.`,
        refusals,
      )

/** What decides whether a claim is allowed and whether it holds. */
async function readEvidence(tx: Tx, { id }: GameRow) {
  const positions = await readPositions(tx, id)
  return {
    positions: positions.map(({ position }) => position),
    ...{ over: false, openClaim: false },
    offers: await readOffers(tx, id),
    earlier: await readClaims(tx, { where: { gameId: id } }),
  }
}
