import { Prisma } from '@tegenzet/db'
import { type Db, runSql } from '../../store/transaction.ts'

/** A request by a player, with a token or by a connected app if those are given. */
export interface Use {
  player: number
  token: string | null
  connection: number | null
  /** The start of its minute. */
  at: string
}

/** Writes uses. Players and credentials may have been deleted since. */
export const writeUses = (db: Db, uses: readonly Use[]): Promise<unknown> =>
  runSql(
    db,
    Prisma.sql`
  WITH used AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      AS t (player int, token uuid, connection int, at timestamptz)
  ), token_used AS (
    UPDATE tokens SET last_used_at = used.at FROM used
    WHERE tokens.id = used.token AND (last_used_at IS NULL OR last_used_at < used.at)
  ), connection_used AS (
    UPDATE connections c SET last_used_at = used.at FROM (
      SELECT connection, max(at) AS at FROM used WHERE connection IS NOT NULL GROUP BY connection
    ) used
    WHERE c.id = used.connection AND (last_used_at IS NULL OR last_used_at < used.at)
  )
  INSERT INTO last_requests AS l (player_id, at)
  SELECT p.id, max(used.at) FROM used JOIN players p ON p.id = used.player GROUP BY p.id ORDER BY p.id
  ON CONFLICT (player_id) DO UPDATE SET at = excluded.at WHERE l.at < excluded.at`,
  )
