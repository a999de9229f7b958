import type { Database } from '@tegenzet/db'
import type { Db } from 'pg-boss'

/** The pool as pg-boss uses it. */
export const queueDatabase = ({ pool }: Pick<Database, 'pool'>): Db => ({
  async executeSql(text, values) {
    if (values?.length) return pool.query(text, values)
    // several statements at once, mostly a transaction: one that fails must not leave it open on the connection
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
