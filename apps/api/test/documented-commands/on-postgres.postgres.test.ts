import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, tempPostgres } from '@tegenzet/db'
import { freePort, postgresBin } from '@tegenzet/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playPlies } from '../play/play-plies.ts'
import { answers, type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { blockOf, ROOT } from './read-blocks.ts'
import { filledIn, programs, runBlock } from './run-block.ts'

/**
 * The services of docker-compose.yml without Docker: `exec postgres` runs Postgres' programs of this machine, `exec api-1`
 * the build. `stop` and `up` are obeyed by the test, which waits for what is written into the log.
 */
const DOCKER = `
echo "docker $*" >> "$CALLS"
case "$*" in
  'compose exec -T postgres '*) exec "\${@:5}" ;;
  'compose exec api-1 tegenzet '*) DATABASE_URL=$COMPOSE_URL exec ${ROOT}/bundle/tegenzet.mjs "\${@:5}" ;;
  'compose stop api-1 api-2') kill "$SERVER" && while kill -0 "$SERVER"; do sleep 0.1; done 2>/dev/null ;;
  'compose up '* | 'compose build') ;;
  *) echo "unexpected: docker $*" >&2; exit 64 ;;
esac`

/**
 * A service manager that keeps nothing: `stop` waits for the server of the test, `cat` prints the unit. `systemd-run` reads
 * properties as systemd does, and leaves the user as it is.
 */
const SYSTEMCTL = `
case "$*" in
  'cat tegenzet@.service') echo "# $UNIT"; cat "$UNIT" ;;
  "stop tegenzet@*") kill "$SERVER" && while kill -0 "$SERVER"; do sleep 0.1; done 2>/dev/null ;;
  *) echo "systemctl $*" >> "$CALLS" ;;
esac`
const SYSTEMD_RUN = `exec ${process.execPath} --import tsx ${join(import.meta.dirname, 'systemd-run.ts')} "$@"`
const RECORDED = (name: string) => `echo "${name} $*" >> "$CALLS"`

/** Where the document installs the package. A checkout has the same places. */
const INSTALLED = '/opt/tegenzet/lib/node_modules/tegenzet'

let directory: string
let postgres: Awaited<ReturnType<typeof tempPostgres>>
let url: string
let server: ServerProcess | undefined
const env: Record<string, string> = {}
const start = async (settings: Record<string, string> = {}) => {
  server = await startServerProcess({
    DATABASE_URL: url,
    SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'silent',
    ...settings,
  })
  env.SERVER = `${server.pid}`
  return server
}
/** What the programs that take the place of others were called with since the last time. */
const calls = () => {
  const lines = readFileSync(env.CALLS!, 'utf8').trim().split('\n')
  writeFileSync(env.CALLS!, '')
  return lines
}
const movesAt = async (address: string) =>
  ((await (await fetch(`${address}/api/v1/games/100001/moves`)).json()) as { items: unknown[] }).items

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tegenzet-compose-'))
  postgres = await tempPostgres()
  const { host, hostname, port } = new URL(postgres.url)
  url = `postgres://tegenzet@${host}/tegenzet`
  const replaced = {
    docker: DOCKER,
    systemctl: SYSTEMCTL,
    'systemd-run': SYSTEMD_RUN,
    runuser: `PGUSER=$2 exec "\${@:4}"`,
    ...Object.fromEntries(['apt-get', 'git', 'npm', 'useradd'].map((name) => [name, RECORDED(name)])),
  }
  const PATH = `${programs(join(directory, 'programs'), replaced)}:${postgresBin()}`
  const log = join(directory, 'calls')
  writeFileSync(log, '')
  Object.assign(env, {
    ENVIRONMENT: join(directory, 'environment.json'),
    PATH,
    PGHOST: hostname,
    PGPORT: port,
    CALLS: log,
    COMPOSE_URL: url,
  })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})

describe('docs/operating.md', { timeout: 600_000 }, () => {
  const block = (start: string) => blockOf('docs/operating.md', start)

  it('starts a compose set-up and lists its admins', async () => {
    // as the image of Postgres makes them
    await runBlock('createuser -U postgres --superuser tegenzet && createdb -U tegenzet tegenzet', { env })
    await (await start({ ADMINS: 'anna' })).end('SIGTERM')
    const checkout = join(directory, 'checkout')
    cpSync(join(ROOT, 'deploy'), join(checkout, 'deploy'), { recursive: true })
    expect(await runBlock(block('cp deploy/env.example .env'), { cwd: checkout, env })).toBe('')
    expect(statSync(join(checkout, '.env')).mode & 0o777).toBe(0o600)
    const starts = ['api-1', 'api-2'].map((name) => `docker compose up --detach --no-deps --wait ${name}`)
    expect(calls().filter((call) => !call.startsWith('git rev-parse'))).toEqual([
      'docker compose up --detach --build --wait',
      'git pull',
      'docker compose build',
      ...starts,
      'docker compose up --detach --wait',
      'docker compose exec api-1 tegenzet admin list',
    ])
  })

  it('brings a compose set-up back to its dump, and refuses a damaged one', async () => {
    const { url: address } = await start()
    expect(await playPlies(address, 3)).toMatchObject({ ply: 3 })
    const [dump = '', restore = ''] = block('(umask 077 && docker compose exec').split('\n')
    const dumped = join(directory, 'tegenzet.dump')
    const replace = { 'tegenzet.dump': dumped }
    await runBlock(dump, { env, replace })
    expect(statSync(dumped).mode & 0o777).toBe(0o600)

    // cut off, as by a full disk: nothing is replaced, and the server keeps running
    const whole = readFileSync(dumped)
    truncateSync(dumped, whole.length - 20_000)
    await expect(runBlock(restore, { env, replace })).rejects.toThrow(/pg_restore/)
    expect(await answers(`${address}/readyz`)).toBe(true)

    const query = async (sql: string) => {
      const database = await openDatabase({ url })
      const { rows } = await database.pool.query(sql)
      await database.close()
      return rows
    }
    await query('DELETE FROM moves')
    await query(`UPDATE accounts SET deletes_at = '2100-01-01Z' WHERE name = 'anna'`)
    writeFileSync(dumped, whole)
    await runBlock(restore, { env, replace })
    expect(calls().at(-1)).toBe('docker compose up --detach --wait')
    // who has asked for an erasure since the dump stays due
    expect(await query('SELECT name FROM accounts WHERE deletes_at IS NOT NULL')).toEqual([{ name: 'anna' }])
    const restored = await start()
    expect(await movesAt(restored.url)).toHaveLength(3)
    await restored.end('SIGTERM')
    await runBlock('dropdb -U tegenzet tegenzet && dropuser -U postgres tegenzet', { env })
  })

  it('installs the service for systemd, and runs commands with its settings', async () => {
    const [etc, data, backups] = ['etc', 'data', 'backups'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [join(etc, 'systemd/system'), data, backups]) mkdirSync(folder, { recursive: true })
    const replace = { [INSTALLED]: ROOT, '/etc/': `${etc}/` }
    const input = 'secret\nsecret\n'
    await runBlock(block('apt-get install --yes postgresql'), { env, input })
    await runBlock(block('useradd'), { env, replace })
    expect(calls()).toEqual([
      'apt-get install --yes postgresql',
      'useradd --system --home /opt/tegenzet tegenzet',
      'npm install --global --prefix /opt/tegenzet ./tegenzet-1.0.0.tgz',
      'systemctl daemon-reload',
      'systemctl enable --now tegenzet@3000',
      'systemctl enable --now tegenzet-backup.timer',
    ])
    expect(statSync(join(etc, 'tegenzet.env')).mode & 0o777).toBe(0o600)

    const { host } = new URL(postgres.url)
    const port = await freePort()
    const settings = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET: 'x'.repeat(32),
      DATABASE_URL: `postgres://tegenzet@${host}/tegenzet`,
      PGPASSWORD: 'secret',
      ADMINS: 'anna',
      // none of these can be read by a shell
      SITE_NAME: 'Molen & Dam (beta)',
      OPERATOR_NAME: 'Anna <anna@example.org>',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    appendFileSync(join(etc, 'tegenzet.env'), lines.join(''))
    // what systemd has as root, and where
    const unit = join(etc, 'systemd/system/tegenzet@.service')
    writeFileSync(
      unit,
      readFileSync(unit, 'utf8')
        .replaceAll('/opt/tegenzet/bin/tegenzet', join(ROOT, 'bundle/tegenzet.mjs'))
        .replaceAll('/opt/tegenzet', ROOT)
        .replaceAll('/etc/', `${etc}/`)
        .replaceAll('/var/lib/tegenzet', data),
    )
    url = settings.DATABASE_URL
    const { url: address } = await start({ ...settings, PORT: `${port}` })
    expect(await playPlies(address, 2)).toMatchObject({ ply: 2 })
    const output = await runBlock(block('cd /opt/tegenzet/lib'), {
      env: { ...env, UNIT: unit },
      replace: { [INSTALLED]: ROOT, '/var/lib/tegenzet-backups': backups },
    })
    expect(output).not.toContain('PROBLEM')
    expect(output).toContain('was read again')
    expect(output).toContain('anna\tADMINS')
    expect(output).toContain('Restored the backup of')
    const given = JSON.parse(readFileSync(join(directory, 'environment.json'), 'utf8'))
    expect(given).toMatchObject({ ...settings, NODE_ENV: 'production', DATA_DIR: data })
    const restored = await start({ ...settings, PORT: `${port}` })
    expect(await movesAt(restored.url)).toHaveLength(2)
  })

  it('removes what was deleted from the files of Postgres', async () => {
    const sql = (statements: string) => runBlock(`psql -U postgres tegenzet -Atc "${statements}"`, { env })
    const files = (await sql('SHOW data_directory')).trim()
    const found = () => runBlock(`grep -rl Zwammerdam ${files} || true`, { env })
    await sql("CREATE TABLE towns AS SELECT n, 'Zwammerdam' AS name FROM generate_series(1, 100000) AS n")
    await sql('DELETE FROM towns WHERE n > 1')
    await sql("UPDATE towns SET name = 'Delft'")
    await sql('VACUUM ANALYZE')
    expect(await found()).toContain(files)
    await runBlock(block('runuser -u postgres -- psql'), { env })
    expect(await found()).toBe('')
    await sql('DROP TABLE towns')
  })

  it('starts on a Postgres server with an address and a secret', async () => {
    const port = await freePort()
    const script = filledIn(block('DATABASE_URL=postgres://… SECRET='), {
      'postgres://…': url,
      'SECRET=…': `SECRET=${'x'.repeat(32)}`,
    })
    await server?.end('SIGTERM')
    // in its own process group, as a terminal starts it
    const child = spawn('bash', ['-c', script], {
      cwd: ROOT,
      env: { ...process.env, BOT: 'false', PORT: `${port}` },
      detached: true,
      stdio: 'ignore',
    })
    try {
      await expect.poll(() => answers(`http://127.0.0.1:${port}/readyz`)).toBe(true)
    } finally {
      const exited = once(child, 'exit')
      process.kill(-child.pid!, 'SIGINT')
      await exited
    }
  })
})
