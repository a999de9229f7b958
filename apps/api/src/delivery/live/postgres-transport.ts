import type { Transport } from './process-bus.ts'

/** The part of node-postgres' pool that the transport uses. */
export interface Pool {
  query(sql: string, values: unknown[]): Promise<unknown>
  connect(): Promise<Connection>
}
interface Connection {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  release(destroy: boolean): void
}

const CHANNEL = 'tegenzet_live'

/** Postgres LISTEN and NOTIFY, on a connection of the pool. */
export const postgresTransport = (pool: Pool): Transport => ({
  send: (text) => pool.query('SELECT pg_notify($1, $2)', [CHANNEL, text]),
  async listen(onText, onLoss) {
    const connection = await pool.connect()
    connection.on('error', onLoss)
    connection.on('end', () => onLoss(new Error('the connection ended')))
    connection.on('notification', ({ payload }) => onText(payload ?? ''))
    try {
      await connection.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      connection.release(true)
      throw error
    }
    return {
      probe: () => connection.query('SELECT 1'),
      stop: () => connection.release(true),
    }
  },
  async close() {},
})
