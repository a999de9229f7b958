import { randomBytes } from 'node:crypto'
import { migrate, openDatabase } from '@tegenzet/db'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../config/environment.ts'
import type { Deps } from '../deps.ts'
import { openTables } from '../open-tables.ts'
import { openStore } from '../store/transaction.ts'
import { DEMO_SETTINGS } from './demo-settings.ts'
import { fillDemo, firstPlayer } from './fill-demo.ts'

/** Fills the configured database. An embedded one must not be in use by a server. @returns the exit code */
async function run(environment: Record<string, string | undefined>): Promise<number> {
  const secret = randomBytes(32).toString('hex')
  const config = readConfig({ ...environment, ...DEMO_SETTINGS, SECRET: secret }, () => secret)
  const { databaseUrl: url, dataDir, maxConnections } = config
  const database = await openDatabase(url ? { url, maxConnections, limitsStatements: false } : { dataDir })
  try {
    await migrate(database.pool)
    const existing = await firstPlayer(database)
    if (existing) return fail(`The demo needs a database without players, but this one has ${existing}.`)
    console.info('Playing about 200 games and competitions. This takes a minute…')
    const password = `demo-${randomBytes(5).toString('hex')}`
    const log = pino({ level: 'warn' })
    const now = () => new Date()
    const noListeners = { appended() {}, revoked() {} }
    const store = openStore(database, noListeners)
    // the demo's e-mail addresses do not exist
    const demoConfig = { ...config, mail: null }
    const deps: Deps = { config: demoConfig, log, now, coin: () => true, tables: openTables(demoConfig, log) }
    const { usernames, games } = await fillDemo(deps, { database, store }, { password })
    console.info(
      `Created ${games} games, challenges, profiles and what else is switched on. Start the server and log in as one of these players:\n`,
    )
    for (const username of usernames) console.info(`  ${username}   ${password}`)
    return 0
  } finally {
    await database.close()
  }
}

function fail(reason: string): number {
  console.error(reason)
  return 1
}

try {
  process.exitCode = await run(process.env)
} catch (error) {
  process.exitCode = fail(
    error instanceof ConfigError
      ? `Invalid settings:\n${error.message}`
      : String(error instanceof Error ? error.message : error),
  )
}
