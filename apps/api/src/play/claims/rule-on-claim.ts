import type { Claim, claimVerdictBody, Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame } from '../game/change-game.ts'
import { claimNotFound, claimSettled, readClaim } from '../game/claim-store.ts'
import { resumeClocks } from '../game/clock.ts'
import { ended } from '../game/endings.ts'
import { readGame, sideOf } from '../game/game-store.ts'
import { readOutages } from '../outages/read-outages.ts'

/** `server`: by the evidence, where the site is set so or nobody has ruled in time. */
export type RuleOnClaim = { claim: number; arrivedAt: Date } & (
  | { by: 'server' }
  | ({ by: number } & z.output<typeof claimVerdictBody>)
)

/**
 * Rules on an open claim: upheld, the game is drawn; rejected, it goes on as it stood. The ruling and its warnings are
 * recorded in the same statement. Of two admins at once one wins; the other is told who ruled.
 */
export async function ruleOnClaim(
  deps: Deps,
  command: RuleOnClaim,
): Promise<Result<{ claim: Claim; game: Game }, Refusal>> {
  const { arrivedAt } = command
  for (;;) {
    const claim = await readClaim(deps.database, command.claim)
    const game = claim && (await readGame(deps.database, claim.game))
    if (!game) return claimNotFound(command.claim)
    if (command.by !== 'server' && sideOf(game, command.by))
      return refuse('forbidden', 'You play in this game: another admin rules on its claims.')
    if (claim.state !== 'open') return claimSettled(claim)
    if (game.openClaim?.id !== claim.id || !game.turn) continue

    const { verdict, reason, warn = [] } = command.by === 'server' ? byEvidence(claim) : command
    const outages = await readOutages(deps.database, arrivedAt)
    const change =
      verdict === 'uphold'
        ? ended(game, { winner: null, reason: claim.ground }, arrivedAt)
        : { ...resumeClocks(game, game.turn, arrivedAt, outages), status: 'active' as const, openClaim: null }
    const admin = command.by === 'server' ? null : await readPlayer(deps, command.by)
    const at = arrivedAt.toISOString()
    const ruled: Claim = {
      ...claim,
      state: verdict === 'uphold' ? 'upheld' : 'rejected',
      verdict: { by: admin, reason, at },
      closedAt: at,
    }
    const warned = warn.map((side) => game[side].id)
    const rows = rulingRows(ruled, verdict, warned, arrivedAt)
    const changed = await changeGame(deps, game, change, arrivedAt, {
      ...(admin && { by: admin.id }),
      claim: ruled,
      rows,
    })
    if (changed) return ok({ claim: ruled, game: changed })
  }
}

/** What the server rules where no admin has to; clients that know `by: null` say it in their own words. */
const byEvidence = ({ evidence }: Claim): z.output<typeof claimVerdictBody> =>
  evidence.holds
    ? { verdict: 'uphold', reason: 'The server ruled by the evidence: the claim holds.' }
    : { verdict: 'reject', reason: 'The server ruled by the evidence: the claim does not hold.' }

async function readPlayer({ database: { prisma } }: Deps, id: number) {
  return prisma.player.findUniqueOrThrow({ where: { id }, select: { id: true, username: true, kind: true } })
}

const rulingRows = (
  { id, verdict }: Claim,
  how: 'uphold' | 'reject',
  warned: number[],
  now: Date,
) => Prisma.sql`, ruled AS (
      INSERT INTO rulings (claim_id, verdict, by_id, reason, created_at)
      SELECT ${id}::int, ${how}::verdict, ${verdict?.by?.id ?? null}::int, ${verdict?.reason}, ${now}::timestamptz
      FROM changed RETURNING id
    ), warned AS (
      INSERT INTO warnings (ruling_id, player_id) SELECT ruled.id, player_id FROM ruled, unnest(${warned}::int[]) AS player_id
    )`
