import { ok, type Result } from '@tegenzet/common'
import type { Claim, Game, Proved } from '@tegenzet/contract'
import { type ClaimRefusal, foundingOffer, judgeClaim, ruleSet, trustedMove } from '@tegenzet/rules'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import type { Change } from '../game/change.ts'
import { isOverdue, stopClocks } from '../game/clock.ts'
import { ended, overdue } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
import { type ClaimTerms, type Evidence, readEvidence, refusalsOf } from './read-evidence.ts'
import { byEvidence, ruleOnClaim } from './rule-on-claim.ts'

interface FileClaim {
  game: number
  playerId: number
  claim: ClaimTerms
  arrivedAt: Date
}

/**
 * Files a claim: freezes the game and stores what the rules find. A claim of a proven draw is ruled on at once instead. One
 * that is not allowed is refused as `claim-refused`, or as `conflict` if it was allowed until a concurrent change.
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
      read: async (db, own) => ({
        muted: terms.text === undefined ? null : await sanctionRefused(db, playerId, 'mute', at),
        ...(await readEvidence(deps, db, own, terms)),
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
  if (filed.claim.state !== 'open') return ok(filed)
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
  own: OwnGame,
  found: Evidence,
  terms: ClaimTerms,
  at: Date,
  overtaken: boolean,
): Decision<Change & { claim: Claim }> {
  const { game, side: by } = own
  if (isOverdue(game, at)) return overdue(game)
  const refusals = refusalsOf(own, found, terms)
  if (refusals.length > 0) return notAllowed(refusals, overtaken)
  const { id, positions, offers, proof } = found
  const rules = ruleSet(game.rules, game.rulesRevision)
  const { text = null, ...named } = terms
  const intendedMove = ('intendedMove' in named && named.intendedMove) || null
  const claimed = { ...named, intendedMove, by }
  const claim: Claim = {
    ...named,
    id,
    game: game.id,
    by,
    ply: game.ply,
    intendedMove: intendedMove === null ? null : trustedMove(intendedMove),
    offer: foundingOffer(rules, claimed, offers, positions)?.id ?? null,
    text,
    evidence: judgeClaim(rules, claimed, positions, proof?.value),
    state: 'open',
    verdict: null,
    createdAt: at.toISOString(),
    closedAt: null,
  }
  if (proof) return ok(ruledAtOnce(game, claim, proof, at))
  return ok({
    set: { ...stopClocks(game, at), status: 'claimed', openClaim: { id, by }, drawOffer: null },
    claim,
  })
}

/** The table leaves nothing to judge: no arbiter rules, and no clock stops. */
function ruledAtOnce(game: GameRow, claim: Claim, proof: Proved, at: Date): Change & { claim: Claim } {
  const { verdict, reason } = byEvidence(claim)
  const upheld = verdict === 'uphold'
  return {
    set: upheld ? ended(game, { winner: null, reason: 'proven-draw' }, at) : {},
    claim: {
      ...claim,
      state: upheld ? 'upheld' : 'rejected',
      verdict: { by: null, reason, at: at.toISOString() },
      closedAt: at.toISOString(),
    },
    proof,
  }
}

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
