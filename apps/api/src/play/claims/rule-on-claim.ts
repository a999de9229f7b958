import type { Claim, claimVerdictBody, Game } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { type NewAct, recordAct } from '../../admin-log/record-act.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { inTransaction, type OpenTransaction, type Tx } from '../../store/transaction.ts'
import { changeGame } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { resumeClocks } from '../game/clock.ts'
import { ended } from '../game/endings.ts'
import { sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'
import { readOutages } from '../outages/read-outages.ts'

/** `server`: by the evidence, if the site is configured so or no admin has ruled in time. */
export type RuleOnClaim = { claim: number; arrivedAt: Date } & (
  | { by: 'server' }
  | ({ by: number } & z.output<typeof claimVerdictBody>)
)

/**
 * Rules on an open claim. If it is upheld, the game is drawn; otherwise it continues unchanged. The ruling and its
 * warnings are recorded in the same transaction. If two admins rule at once, one wins and the other reads who ruled.
 */
export const ruleOnClaim = (
  tx: Tx,
  command: RuleOnClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> => inTransaction(tx, (tx) => rule(tx, command))

async function rule(
  tx: OpenTransaction,
  command: RuleOnClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  const { arrivedAt } = command
  for (;;) {
    const claim = await readClaim(tx, command.claim)
    const game = claim && (await readGame(tx, claim.game))
    if (!game) return claimNotFound(command.claim)
    if (command.by !== 'server' && sideOf(game, command.by))
      return refuse('forbidden', 'You play in this game: another admin rules on its claims.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== claim.id || !game.turn) continue

    const { verdict, reason, warn = [] } = command.by === 'server' ? byEvidence(claim) : command
    const outages = await readOutages(tx, arrivedAt)
    const change =
      verdict === 'uphold'
        ? ended(game, { winner: null, reason: claim.ground }, arrivedAt)
        : { ...resumeClocks(game, game.turn, arrivedAt, outages), status: 'active' as const, openClaim: null }
    const admin =
      command.by === 'server'
        ? null
        : await tx.player.findUniqueOrThrow({ where: { id: command.by }, ...PLAYER })
    const at = arrivedAt.toISOString()
    const ruled: Claim = {
      ...claim,
      state: verdict === 'uphold' ? 'upheld' : 'rejected',
      verdict: { by: admin, reason, at },
      closedAt: at,
    }
    const changed = await changeGame(tx, game, change, arrivedAt, {
      ...(admin && { by: admin.id }),
      claim: ruled,
    })
    if (!changed) continue
    const warned = warn.map((side) => game[side].id)
    await writeRuling(tx, ruled, verdict, warned, arrivedAt)
    if (admin) await recordAct(tx, actOf(ruled, game[claim.by].id, admin.id, arrivedAt))
    return ok({ claim: ruled, game: changed })
  }
}

/** The server's own ruling. Clients word it themselves: it has `by: null`. */
const byEvidence = ({ evidence }: Claim): z.output<typeof claimVerdictBody> =>
  evidence.holds
    ? { verdict: 'uphold', reason: 'The server ruled by the evidence: the claim holds.' }
    : { verdict: 'reject', reason: 'The server ruled by the evidence: the claim does not hold.' }

/** In one statement, because a warning without its ruling is refused. */
const writeRuling = (
  tx: OpenTransaction,
  { id, verdict }: Claim,
  how: 'uphold' | 'reject',
  warned: number[],
  at: Date,
): Promise<number> => tx.$executeRaw`
    WITH ruled AS (
      INSERT INTO rulings (claim_id, verdict, by_id, reason, created_at)
      VALUES (${id}, ${how}::verdict, ${verdict?.by?.id ?? null}, ${verdict?.reason}, ${at}::timestamptz) RETURNING id
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
  reason: verdict!.reason,
  details: { claim, game, verdict: state },
  at,
})
