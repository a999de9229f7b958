import { openDatabase } from '@tegenzet/db'
import { openStore } from '../../store/transaction.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './grant-admin.ts'

const USAGE = `usage: admin grant USERNAME    make a player an admin; also while the server runs
       admin revoke USERNAME   take the role away
       admin list              list the admins and where the role comes from: ADMINS or a grant

DATABASE_URL is the URL of the server's Postgres database. Admins can also be named in the setting ADMINS.`

const NO_SERVER = `The embedded database can be used by one process only. Name the admins in ADMINS and restart the server, or store the
data on a Postgres server and set DATABASE_URL.`

async function run([command, username, ...rest]: string[], url: string | undefined): Promise<number> {
  const named = command === 'grant' || command === 'revoke'
  if (rest.length > 0 || (named ? !username : command !== 'list' || username)) return fail(USAGE)
  if (!url) return fail(NO_SERVER)
  const database = await openDatabase({ url, maxConnections: 1 })
  const tx = openStore(database, { appended() {}, revoked() {} })
  try {
    if (command === 'list') {
      for (const admin of await listAdmins(tx))
        console.info(`${admin.username}\t${admin.granted ? 'granted' : 'ADMINS'}`)
      return 0
    }
    const change = command === 'grant' ? grantAdmin : revokeAdmin
    const changed = await change(tx, username!, new Date())
    if (!changed) return fail(`There is no account ${username}. Register it first.`)
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

function fail(reason: string): number {
  console.error(reason)
  return 1
}

process.exitCode = await run(process.argv.slice(2), process.env.DATABASE_URL || undefined)
