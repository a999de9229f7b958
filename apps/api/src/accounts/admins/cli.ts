import { openDatabase } from '@tegenzet/db'
import { grantAdmin, listAdmins, revokeAdmin } from './grant-admin.ts'

const USAGE = `usage: admin grant USERNAME    makes a player an admin, beside a running server
       admin revoke USERNAME   takes the role away
       admin list              who is an admin, and by what

DATABASE_URL names the server's Postgres. Admins can also be named in the setting ADMINS.`

const NO_SERVER = `The embedded database belongs to the one process that runs on it. Name the admins in ADMINS and start the server
anew, or keep the data on a Postgres server and name it in DATABASE_URL.`

async function run([command, username, ...rest]: string[], url: string | undefined): Promise<number> {
  const named = command === 'grant' || command === 'revoke'
  if (rest.length > 0 || (named ? !username : command !== 'list' || username)) return fail(USAGE)
  if (!url) return fail(NO_SERVER)
  const database = await openDatabase({ url, maxConnections: 1 })
  try {
    if (command === 'list') {
      for (const admin of await listAdmins(database))
        console.info(`${admin.username}\t${admin.granted ? 'granted' : 'ADMINS'}`)
      return 0
    }
    const change = command === 'grant' ? grantAdmin : revokeAdmin
    const changed = await change(database, username!)
    if (!changed) return fail(`There is no account ${username}. Names are registered first.`)
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

function fail(why: string): number {
  console.error(why)
  return 1
}

process.exitCode = await run(process.argv.slice(2), process.env.DATABASE_URL || undefined)
