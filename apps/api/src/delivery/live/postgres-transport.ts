import type { Transport } from './transport.ts'

/** The parts of node-postgres' pools that the transport uses. */
export interface Pools {
  pool: { query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }> }
  direct: { connect(): Promise<Connection> }
}
interface Connection {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  release(destroy: boolean): void
}

const CHANNEL = 'tegenzet_live'

/** Postgres LISTEN and NOTIFY. It listens on a connection that no pooler gives to others. */
export const postgresTransport = ({ pool, direct }: Pools): Transport => ({
  send: (text) => pool.query('SELECT pg_notify($1, $2)', [CHANNEL, text]),
  async listen(onText, onLoss) {
    const connection = await direct.connect()
    connection.on('error', onLoss)
    connection.on('end', () => onLoss(new Error('the connection ended')))
    connection.on('notification', ({ payload }) => onText(payload ?? ''))
    // to say it again changes nothing
    const subscribe = () => connection.query(`LISTEN ${CHANNEL}`)
    try {
      await subscribe()
    } catch (error) {
      connection.release(true)
      throw error
    }
    return {
      probe: subscribe,
      stop: () => connection.release(true),
    }
  },
  async close() {},
})
