import { existsSync } from 'node:fs'
import { directoryOf, openDatabase } from '@tegenzet/db'
import type { Queries } from './count-rows.ts'

/**
 * A backup does not know which accounts were erased after it, or who has asked for it or taken that back. The database that is
 * replaced still knows: rows of players stay. A player is the same only with the same moment of creation, because ids
 * are given out again after a restore.
 */
const ERASURES = `
  SELECT p.id, p.created_at, CASE WHEN p.kind::text = 'closed' THEN now() ELSE a.deletes_at END AS deletes_at
  FROM public.players p LEFT JOIN public.accounts a ON a.player_id = p.id
  WHERE p.kind::text = 'closed' OR a.player_id IS NOT NULL`
const COLUMNS = 'id int, created_at timestamptz, deletes_at timestamptz'

const repeat = (erasures: string) => `
  UPDATE public.accounts a SET deletes_at = e.deletes_at FROM public.players p JOIN ${erasures} ON e.id = p.id
  WHERE p.id = a.player_id AND p.created_at = e.created_at AND a.deletes_at IS DISTINCT FROM e.deletes_at`

/** What psql runs before a Postgres database is replaced, and after it in the same transaction. */
export const POSTGRES_ERASURES = {
  remember: `CREATE TEMP TABLE erasures (${COLUMNS});
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.accounts') AND attname = 'deletes_at') THEN INSERT INTO erasures ${ERASURES}; END IF;
END $$;
`,
  repeat: `${repeat('pg_temp.erasures e')};\n`,
}

export type Erasures = readonly { id: number; created_at: Date; deletes_at: Date | null }[]

/** The erasures of an embedded database, done and asked for, while no server runs; null: it cannot be read. */
export async function readErasures(dataDir: string): Promise<Erasures | null> {
  if (!existsSync(directoryOf(dataDir))) return []
  try {
    const database = await openDatabase({ dataDir })
    try {
      return (await database.pool.query<Erasures[number]>(ERASURES)).rows
    } finally {
      await database.close()
    }
  } catch {
    // it may be damaged, which is why it is replaced
    return null
  }
}

/** Lets the server do them again in a restored embedded database. */
export async function repeatErasures(pool: Queries, erasures: Erasures): Promise<void> {
  await pool.query(repeat(`jsonb_to_recordset($1::jsonb) AS e (${COLUMNS})`), [JSON.stringify(erasures)])
}
