import { randomBytes } from 'node:crypto'
import { LANGUAGES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { hashToken } from '../../accounts/credentials/token-secret.ts'
import { readRow, readRows } from '../../store/read-rows.ts'
import { type Db, runSql } from '../../store/transaction.ts'

const SECRET_BYTES = 32

/** The tables with a player's secret addresses, which programs that cannot log in fetch. */
type Addresses = 'calendars' | 'turn_feeds'

const stateSchema = z.object({ createdAt: z.date(), lastFetchedAt: z.date().nullable() })
const STATE = Prisma.sql`created_at AS "createdAt", last_fetched_at AS "lastFetchedAt"`

interface AddressState {
  createdAt: string | null
  lastFetchedAt: string | null
}

export async function getAddress(db: Db, table: Addresses, accountId: number): Promise<AddressState> {
  const [row] = await readRows(
    db,
    stateSchema,
    Prisma.sql`SELECT ${STATE} FROM ${Prisma.raw(table)} WHERE account_id = ${accountId}`,
  )
  return {
    createdAt: row?.createdAt.toISOString() ?? null,
    lastFetchedAt: row?.lastFetchedAt?.toISOString() ?? null,
  }
}

/** Creates or replaces an address. @returns its secret, of which the hash alone is kept */
export async function createAddress(
  db: Db,
  table: Addresses,
  { accountId, at }: { accountId: number; at: Date },
): Promise<AddressState & { secret: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { createdAt } = await readRow(
    db,
    stateSchema,
    Prisma.sql`
      INSERT INTO ${Prisma.raw(table)} (account_id, hash, created_at) VALUES (${accountId}, ${hashToken(secret)}, ${at})
      ON CONFLICT (account_id)
        DO UPDATE SET hash = EXCLUDED.hash, created_at = EXCLUDED.created_at, last_fetched_at = NULL
      RETURNING ${STATE}`,
  )
  return { secret, createdAt: createdAt.toISOString(), lastFetchedAt: null }
}

export async function deleteAddress(db: Db, table: Addresses, accountId: number): Promise<void> {
  await runSql(db, Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE account_id = ${accountId}`)
}

const ownerSchema = z.object({
  playerId: z.int(),
  username: z.string(),
  language: z.enum(LANGUAGES),
  timezone: z.string(),
  addressCreatedAt: z.date(),
})

/** Whose address this is. Records that it was fetched. @returns undefined if no address has this secret */
export async function findOwner(
  db: Db,
  table: Addresses,
  { secret, at }: { secret: string; at: Date },
): Promise<z.output<typeof ownerSchema> | undefined> {
  const [owner] = await readRows(
    db,
    ownerSchema,
    Prisma.sql`
      WITH found AS (
        SELECT account_id, created_at, last_fetched_at, date_trunc('minute', ${at}::timestamptz) AS minute
        FROM ${Prisma.raw(table)} WHERE hash = ${hashToken(secret)}
      ), fetched AS (
        UPDATE ${Prisma.raw(table)} a SET last_fetched_at = found.minute FROM found
        WHERE a.account_id = found.account_id
          AND (found.last_fetched_at IS NULL OR found.last_fetched_at < found.minute)
      )
      SELECT p.id AS "playerId", p.username, a.language, a.timezone, found.created_at AS "addressCreatedAt"
      FROM found JOIN accounts a ON a.id = found.account_id JOIN players p ON p.id = a.player_id`,
  )
  return owner
}
