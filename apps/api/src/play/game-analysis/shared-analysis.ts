import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Prisma } from '@tegenzet/db'
import { isSanctioned } from '../../accounts/access/sanctions-in-force.ts'
import type { Config } from '../../config/config.ts'
import { type Db, runSql } from '../../store/transaction.ts'

const KEY_BYTES = 16

/** Makes what the key of a link is derived from. */
export const newShareNonce = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(KEY_BYTES))

/** The key of a shared analysis, derived from the server's secret: reading the database is not enough to have it. */
export const shareKey = ({ secret }: Pick<Config, 'secret'>, id: number, nonce: Uint8Array): string =>
  createHmac('sha256', secret)
    .update(`analysis:${id}:`)
    .update(nonce)
    .digest()
    .subarray(0, KEY_BYTES)
    .toString('base64url')

/** Whether a key opens an analysis now: not while its owner's account is closed or muted. */
export async function isSharedWith(
  config: Pick<Config, 'secret'>,
  db: Db,
  { id, key, at }: { id: number; key: string; at: Date },
): Promise<boolean> {
  const [shared] = await runSql<{ nonce: Uint8Array }>(
    db,
    Prisma.sql`
    SELECT a.share_nonce AS nonce FROM analyses a JOIN players p ON p.id = a.player_id
    WHERE a.id = ${id} AND a.share_nonce IS NOT NULL AND p.kind <> 'closed'
      AND NOT ${isSanctioned(Prisma.sql`p.id`, 'close', at)} AND NOT ${isSanctioned(Prisma.sql`p.id`, 'mute', at)}`,
  )
  if (!shared) return false
  const [given, expected] = [Buffer.from(key), Buffer.from(shareKey(config, id, shared.nonce))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
