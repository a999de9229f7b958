import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { type Pools, postgresTransport } from './postgres-transport.ts'
import type { Transport } from './transport.ts'

/** The way to the other processes that the settings ask for. null: an embedded database has one process. */
export async function transportOf(
  { busUrl, secret }: Pick<Config, 'busUrl' | 'secret'>,
  { kind, pool, direct }: Pools & { kind: 'postgres' | 'embedded' },
): Promise<Transport | null> {
  if (kind === 'embedded') return null
  if (!busUrl) return postgresTransport({ pool, direct })
  // Redis has one set of channels for all sites
  const { rows } = await pool.query('SELECT current_database() AS name', [])
  const site = createHash('sha256')
    .update(`${secret}:${JSON.stringify(rows)}`)
    .digest('hex')
    .slice(0, 16)
  // loaded only where it is used
  const { redisTransport } = await import('./redis-transport.ts')
  return redisTransport(busUrl, `tegenzet:${site}`)
}
