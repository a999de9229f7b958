import { openMigrated } from '@tegenzet/db'
import { readConfig } from '../../config/config.ts'
import { explainFailure } from '../../config/explain-failure.ts'
import { keptSecret } from '../../config/secret.ts'
import type { Deps } from '../../deps.ts'
import { openQueues } from '../../jobs/queues.ts'
import { createLog } from '../../log.ts'
import { MAIL_TIMEOUT_SECONDS, MAILS } from '../../mail/mail-queue.ts'
import { openTables } from '../../open-tables.ts'
import { openStore } from '../../store/transaction.ts'
import { removeAllFactors } from '../factors/remove-all-factors.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './grant-admin.ts'

const USAGE = `usage: admin grant USERNAME            make a player an admin; also while the server runs
       admin revoke USERNAME           take the role away
       admin list                      list the admins and where the role comes from: ADMINS or a grant
       admin remove-factors USERNAME   remove the second factors of a player who has lost them

DATABASE_URL is the URL of the server's Postgres database; with a pooler, set DATABASE_DIRECT_URL too. Admins can also be
named in the setting ADMINS. remove-factors needs all settings of the server, because it writes a mail. With the embedded
database, stop the server first.`

const NO_SERVER = `The embedded database can be used by one process only. Name the admins in ADMINS and restart the server, or store the
data on a Postgres server and set DATABASE_URL.`

const NO_LISTENERS = { appended() {}, revoked() {} }

async function run([command, username = '', ...rest]: string[], url: string | undefined): Promise<number> {
  const named = command === 'grant' || command === 'revoke' || command === 'remove-factors'
  if (rest.length > 0 || (named ? !username : command !== 'list' || username)) return fail(USAGE)
  if (command === 'remove-factors') return removeFactors(username, readConfig(process.env, keptSecret))
  if (!url) return fail(NO_SERVER)
  const database = await openMigrated({ url, maxConnections: 1 })
  const db = openStore(database, NO_LISTENERS)
  try {
    if (command === 'list') {
      for (const admin of await listAdmins(db))
        console.info(`${admin.username}\t${admin.granted ? 'granted' : 'ADMINS'}`)
      return 0
    }
    const change = command === 'grant' ? grantAdmin : revokeAdmin
    const changed = await change(db, username, new Date())
    if (!changed) return fail(`${noAccount(username)} Register it first. Bots cannot be admins.`)
    console.info(
      command === 'grant'
        ? `${changed} is an admin now.`
        : `${changed} is no longer an admin. If ADMINS names ${changed}, the next start gives the role back.`,
    )
    return 0
  } finally {
    await database.close()
  }
}

async function removeFactors(wanted: string, config: Deps['config']): Promise<number> {
  const log = createLog('warn')
  const deps: Deps = { config, log, now: () => new Date(), coin: () => true, tables: openTables(config, log) }
  const { databaseUrl: url, dataDir } = config
  const database = await openMigrated(url ? { url, maxConnections: 2 } : { dataDir })
  const queues = openQueues(database, deps.log)
  try {
    await queues.start()
    await queues.open(MAILS, MAIL_TIMEOUT_SECONDS)
    const done = await removeAllFactors(deps, openStore(database, NO_LISTENERS, queues), wanted)
    if (!done) return fail(noAccount(wanted))
    const { username, removed } = done
    if (removed === 0) return fail(`${username} has no second factor.`)
    console.info(`${username} now logs in with the password alone, and gets a mail about it.`)
    return 0
  } finally {
    await queues.stop()
    await database.close()
  }
}

const noAccount = (username: string): string => `There is no account ${username}.`

function fail(reason: string): number {
  console.error(reason)
  return 1
}

// a pooler in transaction mode refuses the settings of our connections
const { DATABASE_DIRECT_URL: direct, DATABASE_URL: url } = process.env
try {
  process.exitCode = await run(process.argv.slice(2), direct || url || undefined)
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
