import type { Interval } from '@tegenzet/clocks'
import { ok, type Result } from '@tegenzet/common'
import type { Claim, claimVerdictBody, Game, Player } from '@tegenzet/contract'
import type { z } from 'zod'
import { type NewAct, recordAct } from '../../admin-log/record-act.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import type { Change } from '../game/change.ts'
import { resumeClocks } from '../game/clock.ts'
import { ended } from '../game/endings.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { type Decision, onGame } from '../game/on-game.ts'
import { readOutages } from '../outages/read-outages.ts'
import { claimNotFound, claimSettled, readClaim } from './claim-store.ts'

/** `server`: by the evidence, if the site is configured so or no admin has ruled in time. */
type RuleOnClaim = { claim: number; arrivedAt: Date } & (
  | { by: 'server' }
  | ({ by: number } & z.output<typeof claimVerdictBody>)
)

/**
 * Rules on an open claim. If it is upheld, the game is drawn; otherwise it continues unchanged. The ruling and its
 * warnings are recorded in the same transaction. If two admins rule at once, one wins and the other reads who ruled.
 */
export async function ruleOnClaim(
  db: Db,
  command: RuleOnClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  const { claim: id, by, arrivedAt: at } = command
  const known = await readClaim(db, id)
  if (!known) return claimNotFound(id)
  const admin = by === 'server' ? null : await db.player.findUniqueOrThrow({ where: { id: by }, ...PLAYER })
  return inTransaction(db, async (tx) => {
    const read = async () => ({
      claim: existing(await readClaim(tx, id)),
      admin,
      outages: await readOutages(tx, at),
    })
    const done = await onGame(
      tx,
      { game: known.game, player: null, by: admin?.id ?? null, at, in: 'any', read },
      ({ game }, found) => decideRuling(game, found, command),
    )
    if (!done.ok) return done
    const { claim, warned } = existing(done.value.change)
    await writeRuling(tx, claim, warned, at)
    if (admin) await recordAct(tx, actOf(claim, done.value.game[claim.by].id, admin.id, at))
    return ok({ claim, game: done.value.game })
  })
}

interface ClaimToRule {
  claim: Claim
  /** null: the server rules. */
  admin: Player | null
  /** Since the ruling arrived. */
  outages: Interval[]
}

interface RuledClaim extends Change {
  claim: Claim
  /** The players who are warned. */
  warned: number[]
}

export function decideRuling(
  game: GameRow,
  { claim, admin, outages }: ClaimToRule,
  command: RuleOnClaim,
): Decision<RuledClaim> {
  if (admin && sideOf(game, admin.id))
    return refuse('forbidden', 'You play in this game: another admin rules on its claims.')
  if (claim.state !== 'open' || !game.turn) return claimSettled(claim)
  const { verdict, reason, warn = [] } = command.by === 'server' ? byEvidence(claim) : command
  const { arrivedAt } = command
  const at = arrivedAt.toISOString()
  return ok({
    set:
      verdict === 'uphold'
        ? ended(game, { winner: null, reason: claim.ground }, arrivedAt)
        : { ...resumeClocks(game, game.turn, arrivedAt, outages), status: 'active', openClaim: null },
    claim: {
      ...claim,
      state: verdict === 'uphold' ? 'upheld' : 'rejected',
      verdict: { by: admin, reason, at },
      closedAt: at,
    },
    warned: warn.map((side) => game[side].id),
  })
}

/** The server's own ruling. Clients word it themselves: it has `by: null`. */
export const byEvidence = ({ evidence }: Claim): z.output<typeof claimVerdictBody> =>
  evidence.holds
    ? { verdict: 'uphold', reason: 'The server ruled by the evidence: the claim holds.' }
    : { verdict: 'reject', reason: 'The server ruled by the evidence: the claim does not hold.' }

/** In one statement, because a warning without its ruling is refused. */
const writeRuling = (
  tx: Tx,
  { id, state, verdict }: Claim,
  warned: number[],
  at: Date,
): Promise<number> => tx.$executeRaw`
    WITH ruled AS (
      INSERT INTO rulings (claim_id, verdict, by_id, reason, created_at)
      VALUES (${id}, ${state === 'upheld' ? 'uphold' : 'reject'}::verdict, ${verdict?.by?.id ?? null}, ${verdict?.reason}, ${at}::timestamptz) RETURNING id
    ), warning AS (
      INSERT INTO warnings (player_id) SELECT player_id FROM ruled, unnest(${warned}::int[]) AS player_id
      RETURNING id, player_id
    )
    INSERT INTO ruling_warnings (ruling_id, warning_id, player_id)
    SELECT ruled.id, warning.id, warning.player_id FROM ruled, warning`

const actOf = (
  { id: claim, game, state, verdict }: Claim,
  playerId: number,
  byId: number,
  at: Date,
): NewAct => ({
  kind: 'claim-ruled',
  byId,
  playerId,
  reason: existing(verdict).reason,
  details: { claim, game, verdict: state },
  at,
})
