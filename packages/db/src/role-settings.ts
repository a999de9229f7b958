import type pg from 'pg'
import { ROLE_SETTINGS } from './limited-pool.ts'
import { onlyRow } from './only-row.ts'

/** Keeps processes that start at once from changing the role at the same time. An arbitrary number. */
const LOCK = 7_462_913

/** Gives the role, in this database, the settings that a pooler passes to no connection. New connections have them. */
export async function setUpRole(pool: pg.Pool): Promise<void> {
  if (await isSetUp(pool)) return
  const alter = Object.entries(ROLE_SETTINGS).map(
    ([name, value]) =>
      `EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} TO ''${value}''', current_database());`,
  )
  await pool.query(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); ${alter.join(' ')} END $$`)
}

async function isSetUp(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ setting: string }>(
    `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
     WHERE d.datname = current_database() AND s.setrole = current_user::regrole`,
  )
  const settings = rows.map(({ setting }) => setting)
  return Object.entries(ROLE_SETTINGS).every(([name, value]) => settings.includes(`${name}=${value}`))
}

/** Whether a pool's connection has the settings: those opened before `setUpRole` do not. */
export async function usesRoleSettings(pool: pg.Pool): Promise<boolean> {
  const answer = await pool.query<{ zone: string }>(`SELECT current_setting('TimeZone') AS zone`)
  return onlyRow(answer).zone === ROLE_SETTINGS.TimeZone
}
