import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { explainFailure } from '../config/explain-failure.ts'
import { keptSecret } from '../config/secret.ts'
import { backUp } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { restore } from './restore.ts'

const USAGE = `usage: backup FILE [--with-secret]   back up the database, also while the server runs
       restore FILE                  replace the database with a backup, with the server stopped

DATABASE_URL or DATA_DIR say which database, as for the server. A backup can log in as anybody once it is restored: keep it
as you keep the data. --with-secret adds the secret, without which everybody is logged out and mailed links stop working.`

async function run([command, ...rest]: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: rest,
    options: { 'with-secret': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  const withSecret = values['with-secret']
  if (!file || positionals.length > 1 || (command !== 'backup' && (command !== 'restore' || withSecret))) {
    console.error(USAGE)
    return 1
  }
  const { env } = process
  // a backup needs no secret, and makes none
  const config = readConfig(env, (dataDir) =>
    existsSync(join(dataDir, 'secret')) ? keptSecret(dataDir) : '',
  )
  if (withSecret && !config.secret) throw new BackupError(`There is no secret in ${config.dataDir}.`)
  if (command === 'restore') {
    for (const line of await restore({ file, config, now: new Date(), env })) console.info(line)
    return 0
  }
  const contents = await backUp({ file, config, withSecret, now: new Date(), env })
  console.info(`${resolve(file)} is complete and was read again: ${contents}.`)
  if (!withSecret) console.info('The secret is not in it. Keep it too, or use --with-secret.')
  return 0
}

try {
  process.umask(0o077)
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const misused = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  console.error(misused ? USAGE : error instanceof BackupError ? error.message : explainFailure(error))
  process.exitCode = 1
}
