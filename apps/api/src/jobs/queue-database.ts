import type { Database } from '@tegenzet/db'
import type { Db } from 'pg-boss'

/** Lets pg-boss use the pool. */
export const queueDatabase = ({ pool }: Pick<Database, 'pool'>): Db => ({
  async executeSql(text, values) {
    if (values?.length) return pool.query(text, values)
    // several statements, usually a transaction, which must not stay open on the connection if one fails
    const client = await pool.connect()
    try {
      const results = [await client.query(text)].flat()
      return { rows: results.flatMap(({ rows }) => rows ?? []) }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  },
})
