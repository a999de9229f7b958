import { randomBytes } from 'node:crypto'
import { migrate, openDatabase } from '@tegenzet/db'
import { pino } from 'pino'
import { ConfigError, readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { openStore } from '../store/transaction.ts'
import { demoPlayer, fillDemo } from './fill-demo.ts'

/** Fills the database of the settings, while no server runs on an embedded one. @returns the exit code */
async function run(environment: Record<string, string | undefined>): Promise<number> {
  const secret = randomBytes(32).toString('hex')
  const config = readConfig(
    {
      ...environment,
      SECRET: secret,
      RATE_LIMIT: '1000000',
      REGISTER_LIMIT: '1000',
      MAX_ACTIVE_GAMES: '10000',
    },
    () => secret,
  )
  const { databaseUrl: url, dataDir, maxConnections } = config
  const database = await openDatabase(url ? { url, maxConnections } : { dataDir })
  try {
    await migrate(database.pool)
    const there = await demoPlayer(database)
    if (there) return fail(`The demo is there already: this database has a player ${there}.`)
    console.info('Playing some eighty games. This takes a while…')
    const password = `demo-${randomBytes(5).toString('hex')}`
    const log = pino({ level: 'warn' })
    const now = () => new Date()
    const nobody = { appended() {}, revoked() {} }
    const store = openStore(database, nobody)
    // its people have no mailbox
    const demoConfig = { ...config, mail: null }
    const deps: Deps = { config: demoConfig, log, now, coin: () => true }
    const { usernames, games } = await fillDemo(deps, { database, store }, { password })
    console.info(`${games} games, and open challenges. Log in as any of these, after starting the server:\n`)
    for (const username of usernames) console.info(`  ${username}   ${password}`)
    return 0
  } finally {
    await database.close()
  }
}

function fail(why: string): number {
  console.error(why)
  return 1
}

try {
  process.exitCode = await run(process.env)
} catch (error) {
  process.exitCode = fail(
    error instanceof ConfigError
      ? `These settings do not fit:\n${error.message}`
      : String(error instanceof Error ? error.message : error),
  )
}
