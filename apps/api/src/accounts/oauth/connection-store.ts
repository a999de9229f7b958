import type { Db } from '../../store/transaction.ts'

/** Connects an app to an account, or adds scopes to the connection. Does nothing if the app was deleted. */
export async function upsertConnection(
  db: Db,
  {
    clientId,
    accountId,
    scopes,
    at,
  }: { clientId: string; accountId: number; scopes: readonly string[]; at: Date },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO connections AS c (client_id, account_id, scopes, created_at, updated_at)
    SELECT client_id, ${accountId}, ${[...scopes]}, ${at}, ${at} FROM apps WHERE client_id = ${clientId}
    ON CONFLICT (client_id, account_id) DO UPDATE
    SET scopes = ARRAY(SELECT DISTINCT unnest(c.scopes || excluded.scopes)), updated_at = excluded.updated_at`
}
