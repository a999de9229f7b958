import { ok, type Result } from '@tegenzet/common'
import type { Claim, DrawOffer, fileClaimBody, Game } from '@tegenzet/contract'
import { type ClaimRefusal, claimRefusals, foundingOffer, judgeClaim, type Position, ruleSet, trustedMove } from '@tegenzet/rules'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import { readOffers } from '../draws/draw-offer-store.ts'
import type { Change } from '../game/change.ts'
import { isOverdue, stopClocks } from '../game/clock.ts'
import { overdue } from '../game/endings.ts'
import { readPositions } from '../game/game-positions.ts'
import { type Decision, type Own, onGame } from '../game/on-game.ts'
import { readClaims } from './claim-store.ts'
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
  db: Db,
  { game: id, playerId, claim: terms, arrivedAt: at }: FileClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  let decidedAt: number | undefined
  const done = await onGame(
    db,
    {
      game: id,
      player: playerId,
      at,
      read: async (db, { game }) => ({
        muted: terms.text === undefined ? null : await sanctionRefused(db, playerId, 'mute', at),
        ...(await readEvidence(db, game.id)),
      }),
      first: (_, { muted }) => muted ?? undefined,
    },
    (own, found) => {
      decidedAt ??= own.game.version
      return decideClaim(own, found, terms, at, decidedAt < own.game.version)
    },
  )
  if (!done.ok) return { ok: false, error: withReasons(done.error) }
  const { game, change } = done.value
  const filed = { claim: existing(change).claim, game }
  const rulesAtOnce = filed.claim.evidence.holds && deps.config.ruleClaimsByEvidence
  if (!rulesAtOnce && !(await isAgainstBuiltInBot(db, game))) return ok(filed)
  const ruled = await ruleOnClaim(db, { claim: filed.claim.id, by: 'server', arrivedAt: at })
  // it was filed, even if it has been settled in between
  return ruled.ok ? ruled : ok(filed)
}

/**
 * The claim that a player files, with what the rules find.
 * @param overtaken whether the game was changed since the claim was first decided on
 */
export function decideClaim(
  { game, side: by }: Own,
  { id, positions, offers, earlier }: Evidence,
  terms: FileClaim['claim'],
  at: Date,
  overtaken: boolean,
): Decision<Change & { claim: Claim }> {
  if (isOverdue(game, at)) return overdue(game)
  const rules = ruleSet(game.rules, game.rulesRevision)
  const { text = null, intendedMove = null, ...named } = terms
  const claimed = { ...named, intendedMove, by }
  const refusals = claimRefusals(rules, claimed, {
    positions,
    offers,
    earlier,
    over: false,
    openClaim: false,
  })
  if (refusals.length > 0) return notAllowed(refusals, overtaken)
  const claim: Claim = {
    ...named,
    id,
    game: game.id,
    by,
    ply: game.ply,
    intendedMove: intendedMove === null ? null : trustedMove(intendedMove),
    offer: foundingOffer(claimed, offers)?.id ?? null,
    text,
    evidence: judgeClaim(rules, claimed, positions),
    state: 'open',
    verdict: null,
    createdAt: at.toISOString(),
    closedAt: null,
  }
  return ok({
    set: { ...stopClocks(game, at), status: 'claimed', openClaim: { id, by }, drawOffer: null },
    claim,
  })
}

/** What decides whether a claim is allowed and whether it holds, with its id. */
interface Evidence {
  id: number
  positions: Position[]
  offers: readonly DrawOffer[]
  earlier: readonly Claim[]
}

const readEvidence = async (db: Db, gameId: number): Promise<Evidence> => ({
  positions: await readPositions(db, gameId),
  offers: await readOffers(db, gameId),
  earlier: await readClaims(db, { where: { gameId } }),
  id: await nextId(db, 'claims'),
})

/** A refused claim tells all its reasons. */
const withReasons = (refusal: Refusal): Refusal =>
  refusal.code === 'game-over' || refusal.code === 'game-frozen'
    ? { ...refusal, refusals: [{ code: refusal.code, params: {} }] }
    : refusal

/** Nobody needs an admin to judge a bot's games: the evidence decides, also against the claimant. */
const isAgainstBuiltInBot = async (db: Db, { white, black }: Game): Promise<boolean> =>
  (await db.player.count({ where: { id: { in: [white.id, black.id] }, builtIn: true } })) > 0

const notAllowed = (refusals: ClaimRefusal[], overtaken: boolean) =>
  overtaken
    ? refuse('conflict', 'The game changed while the claim was being filed.', { refusals })
    : refuse(
        'claim-refused',
        `The claim is not allowed now: ${refusals.map(({ code }) => code).join(', ')}.`,
        { refusals },
      )
