import { onlyRow } from '@tegenzet/db'
import type { Manifest } from './archive.ts'

export interface Queries {
  query<Row>(sql: string, values?: string[]): Promise<{ rows: Row[] }>
}

/** Reads every column of every row, and counts the rows of each table. */
export async function countRows(queries: Queries): Promise<Manifest['rows']> {
  const tables = await queries.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' ORDER BY name`,
  )
  const rows: Manifest['rows'] = {}
  for (const { name } of tables.rows) {
    const found = await queries.query<{ rows: number }>(
      `SELECT count(t::text)::int AS rows FROM ${name} AS t`,
    )
    rows[name] = onlyRow(found).rows
  }
  return rows
}

/** What a backup contains, for people. */
export function describeRows(rows: Manifest['rows']): string {
  const of = (table: string) => `${rows[`public.${table}`] ?? 0} ${table}`
  return [of('accounts'), of('games'), of('moves')].join(', ')
}
