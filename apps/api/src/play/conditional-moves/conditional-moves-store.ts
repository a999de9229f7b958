import type { ConditionalMoves } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'

/** A plan out of `p`, as the API shows one. */
const PLAN = Prisma.raw(`jsonb_build_object(
    'game', p.game_id, 'by', p.by, 'version', p.version, 'ply', p.ply, 'branches', p.branches,
    'played', to_jsonb(p.played), 'ended', CASE WHEN p.ended_ply IS NOT NULL
      THEN jsonb_build_object('ply', p.ended_ply, 'reason', p.ended_reason) END
  )`)

/** What a side has planned in a game; undefined where it never has. */
export async function readPlan(
  { prisma }: Database,
  gameId: number,
  by: Side,
): Promise<ConditionalMoves | undefined> {
  const [row] = await prisma.$queryRaw<{ plan: ConditionalMoves }[]>`
    SELECT ${PLAN} AS plan FROM conditional_moves p WHERE game_id = ${gameId} AND by = ${by}::side`
  return row?.plan
}

interface Writing {
  /** Whose plan it is: they alone are told. */
  playerId: number
  /** Who writes it: its owner, or the server. */
  actorId: number | null
  now: Date
}

/**
 * Writes a plan and the event that tells of it: one statement.
 * @param rows parts of that statement, the last of them `p AS (… RETURNING plans.*)`
 * @returns null where they wrote nothing
 */
export async function writePlan(
  { database, live }: Deps,
  rows: Prisma.Sql,
  { playerId, actorId, now }: Writing,
): Promise<ConditionalMoves | null> {
  const [told] = await database.prisma.$queryRaw<{ id: bigint; plan: ConditionalMoves }[]>`
    WITH ${rows}, told AS (
      INSERT INTO events (type, game_id, player_ids, actor_id, payload, created_at)
      SELECT 'plan', p.game_id, ${[playerId]}::int[], ${actorId}::int, ${PLAN}, ${now}::timestamptz FROM p
      RETURNING id, payload
    )
    SELECT id, payload AS plan FROM told`
  if (!told) return null
  live.announce({ id: Number(told.id), type: 'plan', plan: told.plan }, [playerId])
  return told.plan
}
