import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** The directory of the newest PostgreSQL that is installed. @throws if there is none */
export function postgresBin(): string {
  const roots = [
    process.env.PG_BIN,
    ...(existsSync('/usr/lib/postgresql')
      ? readdirSync('/usr/lib/postgresql')
          .sort((a, b) => +b - +a)
          .map((v) => `/usr/lib/postgresql/${v}/bin`)
      : []),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  const bin = roots.find((r) => r && existsSync(join(r, 'initdb')) && existsSync(join(r, 'postgres')))
  if (!bin) throw new Error('PostgreSQL not found: install it, or set PG_BIN to its directory')
  return bin
}

/** Whom PostgreSQL runs as for root, whom it refuses; null: the user of this process. @throws if there is no user `postgres` */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const user = { uid: id('-u'), gid: id('-g') }
  if (!user.uid) throw new Error('there is no user `postgres` to run PostgreSQL as')
  return user
}

/**
 * Starts a temporary PostgreSQL server from the installed binaries, on a free port of 127.0.0.1. As root it runs as the
 * user `postgres`, because PostgreSQL refuses to run as root.
 * @param opts.durable with fsync, as in production; without it tests are faster
 * @param opts.standbyOf a streaming replica of this server, named `standby` for synchronous replication
 * @param opts.near the folder for its data; default: the system's for temporary files
 * @param opts.settings such as `track_commit_timestamp=on`
 * @throws if PostgreSQL is not installed (`PG_BIN` names a directory to look in first)
 */
export async function tempPostgres(
  opts: { durable?: boolean; standbyOf?: string; near?: string; settings?: readonly string[] } = {},
): Promise<{ url: string; stop(): Promise<void>; crash(): Promise<void> }> {
  const bin = postgresBin()
  const ids = postgresUser()
  const dir = mkdtempSync(join(opts.near ?? tmpdir(), 'pg-'))
  if (ids) chownSync(dir, ids.uid, ids.gid)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  if (opts.standbyOf) {
    const source = new URL(opts.standbyOf)
    source.searchParams.set('application_name', 'standby')
    const args = ['-D', join(dir, 'data'), '-d', source.href, '-R', '-X', 'stream', '-c', 'fast']
    await run(join(bin, 'pg_basebackup'), args, { ...ids, env, cwd: dir })
  } else
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        join(dir, 'data'),
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--no-sync',
        '--no-instructions',
      ],
      { ...ids, env, cwd: dir },
    )
  const port = await freePort()
  const child: ChildProcess = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      join(dir, 'data'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${dir}`,
      '-c',
      'max_connections=120',
      ...(opts.durable
        ? []
        : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']),
      ...(opts.settings ?? []).flatMap((setting) => ['-c', setting]),
    ],
    { ...ids, env, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  await new Promise<void>((ok, no) => {
    child.stderr?.setEncoding('utf8').on('data', (d: string) => {
      log += d
      if (/ready to accept (read-only )?connections/.test(log)) ok()
    })
    child.once('exit', (c) => no(new Error(`postgres exited ${c}: ${log}`)))
  })
  const kill = () => {
    child.kill('SIGQUIT')
  }
  process.once('exit', kill)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', kill)
      if (child.exitCode === null) {
        const exited = new Promise((r) => child.once('exit', r))
        child.kill('SIGINT') // fast shutdown
        await exited
      }
      rmSync(dir, { recursive: true, force: true })
    },
    /** Ends it at once, as a power cut would. */
    async crash() {
      const exited = new Promise((r) => child.once('exit', r))
      kill()
      await exited
    },
  }
}
