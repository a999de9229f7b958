import { existsSync } from 'node:fs'
import { directoryOf, openDatabase } from '@tegenzet/db'
import type { Queries } from './count-rows.ts'

/**
 * Accounts that were erased since a backup come back with it. The database that is replaced still knows whose they were:
 * rows of players stay. A player is the same only with the same moment of creation, because ids are given out again after a
 * restore.
 */
const ERASED = `SELECT id, created_at FROM public.players WHERE kind::text = 'closed'`

const eraseAgain = (erased: string) => `
  UPDATE public.accounts a SET deletes_at = now() FROM public.players p JOIN ${erased} ON e.id = p.id
  WHERE p.id = a.player_id AND p.created_at = e.created_at`

/** What psql runs before a Postgres database is replaced, and after it in the same transaction. The server then erases them. */
export const POSTGRES_ERASURES = {
  remember: `CREATE TEMP TABLE erased (id int, created_at timestamptz);
DO $$ BEGIN
  IF to_regclass('public.players') IS NOT NULL THEN INSERT INTO erased ${ERASED}; END IF;
END $$;
`,
  repeat: `${eraseAgain('pg_temp.erased e')};\n`,
}

export type Erased = readonly { id: number; created_at: Date }[]

/** Whose accounts were erased in an embedded database, while no server runs; null: it cannot be read. */
export async function readErased(dataDir: string): Promise<Erased | null> {
  if (!existsSync(directoryOf(dataDir))) return []
  try {
    const database = await openDatabase({ dataDir })
    try {
      return (await database.pool.query<Erased[number]>(ERASED)).rows
    } finally {
      await database.close()
    }
  } catch {
    // it may be damaged, which is why it is replaced
    return null
  }
}

/** Lets the server erase them again in a restored embedded database. */
export async function repeatErasures(pool: Queries, erased: Erased): Promise<void> {
  const json = JSON.stringify(erased)
  await pool.query(eraseAgain(`jsonb_to_recordset($1::jsonb) AS e (id int, created_at timestamptz)`), [json])
}
