import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { MIGRATIONS, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { optimiseLate, TEMPLATE } from './open-embedded.ts'
import { pglitePool } from './pglite-pool.ts'
import { missingSql } from './schema-diff.ts'
import { tempPostgres } from './temp-postgres.ts'

const USAGE = `usage: cli.ts diff [NAME]            print what the migrations lack, or write it as a new migration with NAME
       cli.ts template               write the migrated database that tests load
       cli.ts with-postgres CMD …    run CMD with a temporary Postgres in TEST_DATABASE_URL, whose new databases are migrated`

async function diff(name: string | undefined): Promise<number> {
  const sql = await missingSql()
  if (!sql) {
    console.info('schema.prisma and prisma/migrations agree')
    return 0
  }
  if (!name) {
    console.info(sql)
    return 2
  }
  const directory = join(MIGRATIONS, `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'migration.sql'), `${sql}\n`)
  console.info('wrote', directory)
  return 0
}

async function makeTemplate(): Promise<number> {
  optimiseLate()
  // small WAL segments make the template smaller
  const lite = await PGlite.create('memory://', { initDbStartParams: ['--wal-segsize=1'] })
  const pool = pglitePool(lite, null)
  await migrate(pool)
  await pool.end()
  await mkdir(dirname(TEMPLATE), { recursive: true })
  const dump = await lite.dumpDataDir('none')
  await writeFile(TEMPLATE, Buffer.from(await dump.arrayBuffer()))
  await lite.close()
  return 0
}

async function withPostgres([command, ...args]: string[]): Promise<number> {
  if (!command) throw new Error(USAGE)
  const postgres = await tempPostgres()
  // every new database on that server is a copy of template1
  const template = await openDatabase({
    url: new URL('/template1', postgres.url).href,
    limitsStatements: false,
  })
  await migrate(template.pool)
  await template.close()
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
  })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })
  await postgres.stop()
  return code
}

const [command, ...args] = process.argv.slice(2)
const commands: Record<string, () => Promise<number>> = {
  diff: () => diff(args[0]),
  template: makeTemplate,
  'with-postgres': () => withPostgres(args),
}
const run = commands[command ?? '']
if (run) process.exitCode = await run()
else {
  console.error(USAGE)
  process.exitCode = 1
}
