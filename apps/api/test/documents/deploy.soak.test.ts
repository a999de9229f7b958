import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase, tempPostgres } from '@tegenzet/db'
import { freePort } from '@tegenzet/db/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { callerOf } from '../server/call-server.ts'
import { startServerProcess } from '../server/server-process.ts'

const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url))
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' })

// needs Debian's nginx, caddy, systemd, postgresql, pgbouncer and redis-server
describe('the examples in deploy/', () => {
  it('are a valid configuration of nginx', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tegenzet-nginx-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'nginx.conf')
    writeFileSync(file, `pid ${directory}/pid;\nevents {}\nhttp { include ${DEPLOY}/nginx.conf; }\n`)
    expect(() => run('nginx', ['-t', '-c', file])).not.toThrow()
  })

  it.each(['', 'http://localhost:8080', 'https://tegenzet.example'])(
    'are a valid configuration of Caddy with PUBLIC_URL=%s',
    (PUBLIC_URL) => {
      const env = { UPSTREAMS: 'api-1:3000 api-2:3000', ...(PUBLIC_URL && { PUBLIC_URL }) }
      const args = ['--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
      expect(() => run('caddy', ['validate', ...args], env)).not.toThrow()
      const adapted = run('caddy', ['adapt', ...args], env)
      for (const dial of ['api-1:3000', 'api-2:3000']) expect(adapted).toContain(`{"dial":"${dial}"}`)
      // the certificate is for this name
      expect(adapted.includes('":443"')).toBe(PUBLIC_URL.startsWith('https'))
    },
  )

  it('are valid systemd units', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tegenzet-systemd-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const unit = readFileSync(join(DEPLOY, 'failover/leave-full-disk.service'), 'utf8')
    const leave = join(directory, 'leave-full-disk.service')
    writeFileSync(leave, unit.replace('/usr/local/bin', join(DEPLOY, 'failover')))
    const units = ['tegenzet@.service', 'tegenzet-backup.service', 'tegenzet-backup.timer']
    for (const file of [...units.map((name) => join(DEPLOY, name)), leave])
      expect(run('systemd-analyze', ['verify', file])).toBe('')
  })

  it('start Redis, PgBouncer and a replica with the commands of docker-compose.yml', async () => {
    const { services } = parse(readFileSync(join(DEPLOY, '../docker-compose.yml'), 'utf8'), { merge: true })
    const directory = mkdtempSync(join(tmpdir(), 'tegenzet-compose-'))
    // Postgres and PgBouncer refuse to run as root
    const postgresUser = Object.fromEntries(
      ['uid', 'gid'].map((id) => [id, Number(run('id', [`-${id[0]}`, 'postgres']))]),
    )
    run('chown', ['postgres', directory])
    chmodSync(directory, 0o755)
    const hba = join(directory, 'pg_hba.conf')
    writeFileSync(hba, readFileSync(join(DEPLOY, 'pg_hba.conf')))
    // connections from 127.0.0.1 need no password
    const host = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)!.address
    const settings: string[] = services.postgres.command
      .filter((word: string) => word.includes('='))
      .map((setting: string) => setting.replace('/etc/tegenzet/pg_hba.conf', hba))
    const primary = await tempPostgres({ settings: [...settings, 'listen_addresses=*'] })
    const primaryPort = new URL(primary.url).port
    const admin = await openDatabase({ url: primary.url })
    await admin.pool.query(`CREATE ROLE tegenzet SUPERUSER LOGIN PASSWORD 'secret'`)
    await admin.pool.query('CREATE DATABASE tegenzet OWNER tegenzet')
    const { rows } = await admin.pool.query(`SELECT setting FROM pg_config WHERE name = 'BINDIR'`)
    const bin = rows[0].setting
    await admin.close()

    const [poolPort, replicaPort, redisPort] = [await freePort(), await freePort(), await freePort()]
    const ini = join(directory, 'pgbouncer.ini')
    const users = join(directory, 'users')
    writeFileSync(
      ini,
      readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8')
        .replace('host=postgres port=5432', `host=${host} port=${primaryPort}`)
        .replace('/tmp/users', users)
        .replace('listen_port = 6432', `listen_port = ${poolPort}`),
    )
    const data = join(directory, 'replica')
    mkdirSync(data)
    run('chown', ['postgres', data])
    let output = ''
    const children = [
      start(
        services.pgbouncer.command,
        [
          ['/tmp/users', users],
          ['/etc/tegenzet/pgbouncer.ini', ini],
        ],
        {
          PASSWORD: 'secret',
        },
      ),
      start(
        [...services.replica.entrypoint, ...services.replica.command],
        [
          ['--host postgres', `--host ${host} --port ${primaryPort}`],
          [
            '/etc/tegenzet/pg_hba.conf',
            `${hba} -c max_connections=120 -c listen_addresses=* -p ${replicaPort} -c unix_socket_directories=`,
          ],
        ],
        { PGPASSWORD: 'secret', PGDATA: data },
      ),
      start([...services.redis.command, '--port', `${redisPort}`], [], {}),
    ]
    onTestFinished(async () => {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          const ended = once(child, 'exit')
          child.kill('SIGINT')
          await ended
        }
      }
      await primary.stop()
      rmSync(directory, { recursive: true })
    })

    const query = async (port: number, sql: string, password = 'secret') => {
      const url = `postgres://tegenzet:${password}@${host}:${port}/tegenzet`
      const database = await openDatabase({ url, pooledUrl: url })
      try {
        return (await database.pool.query(sql)).rows
      } finally {
        await database.close()
      }
    }
    const started = { interval: 100 }
    await expect.poll(() => query(poolPort, 'SELECT 1 AS one').catch(String), started).toEqual([{ one: 1 }])
    await query(poolPort, 'CREATE TABLE moves AS SELECT 7 AS ply')
    await expect
      .poll(() => query(replicaPort, 'SELECT ply FROM moves').catch(String), started)
      .toEqual([{ ply: 7 }])
    for (const port of [poolPort, replicaPort])
      await expect(query(port, 'SELECT 1', 'wrong')).rejects.toThrow(/password|SASL/)
    await expect.poll(() => output, started).toContain('Ready to accept connections')

    /** Starts the command of a service. @param changes what is elsewhere in its container */
    function start(command: string[], changes: [string, string][], env: Record<string, string>) {
      const [program, ...args] = command.map((word) =>
        changes.reduce((text, [from, to]) => text.replace(from, to), word.replaceAll('$$', '$')),
      )
      const PATH = `${bin}:${process.env.PATH}`
      const child = spawn(program!, args, {
        ...postgresUser,
        cwd: directory,
        env: { PATH, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      return child
    }
  })

  it.each(['caddy', 'nginx'] as const)(
    'lose no move to a rolling restart behind %s',
    async (proxy) => {
      const directory = mkdtempSync(join(tmpdir(), 'tegenzet-rolling-'))
      onTestFinished(() => rmSync(directory, { recursive: true }))
      const postgres = await tempPostgres()
      onTestFinished(postgres.stop)
      const [port, ...upstreams] = [await freePort(), await freePort(), await freePort()]
      const settings = {
        DATABASE_URL: postgres.url,
        SECRET: 'x'.repeat(32),
        TRUST_PROXY: 'true',
        RATE_LIMIT: '1000000',
        NEW_ACCOUNT_DAYS: '0',
      }
      const startOn = (upstream: number) =>
        startServerProcess({ ...settings, PORT: `${upstream}`, LOG_LEVEL: 'warn' })
      const servers = [await startOn(upstreams[0]!), await startOn(upstreams[1]!)]
      onTestFinished(async () => {
        for (const server of servers) await server.end('SIGKILL')
      })

      const url = `http://localhost:${port}`
      const file = join(directory, 'nginx.conf')
      const included = join(directory, 'included.conf')
      writeFileSync(
        included,
        readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
          .replace('127.0.0.1:3000', `127.0.0.1:${upstreams[0]}`)
          // the line for a second process
          .replace('#server 127.0.0.1:3001', `server 127.0.0.1:${upstreams[1]}`)
          .replace('listen 80;', `listen ${port};`)
          .replace('listen [::]:80;', `listen [::]:${port};`)
          .replace('/var/log/nginx/tegenzet.log', join(directory, 'access.log')),
      )
      writeFileSync(
        file,
        `daemon off;\nerror_log stderr;\npid ${directory}/pid;\nevents {}\nhttp { include ${included}; }\n`,
      )
      // without Caddy's second site, which would need port 80
      const caddyfile = join(directory, 'Caddyfile')
      writeFileSync(
        caddyfile,
        readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8').replace(/# any other name[\s\S]*$/, ''),
      )
      const [program, ...args] =
        proxy === 'nginx'
          ? ['nginx', '-c', file]
          : ['caddy', 'run', '--adapter', 'caddyfile', '--config', caddyfile]
      const env = {
        ...process.env,
        PUBLIC_URL: url,
        UPSTREAMS: upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
      }
      const child = spawn(program!, args, { env, stdio: 'ignore' })
      onTestFinished(async () => {
        child.kill('SIGTERM')
        await once(child, 'exit')
      })
      const ready = () => fetch(`${url}/readyz`).then(({ status }) => status, String)
      await expect.poll(ready).toBe(200)

      const call = callerOf(url)
      let isRestarting = true
      const statuses = new Map<number, number>()
      const register = async (username: string) => {
        const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
        return (await call('POST', '/accounts', body)).cookie
      }
      const play = async (names: [string, string]) => {
        const [white, black] = [await register(names[0]), await register(names[1])]
        const begin = async () => {
          const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
          const { id } = (await call('POST', '/challenges', challenge, white)).body
          return (await call('POST', `/challenges/${id}/accept`, {}, black)).body.game
        }
        let game = await begin()
        while (isRestarting) {
          if (game.status !== 'active') game = await begin()
          const { moves } = (await call('GET', `/games/${game.id}/legal-moves`)).body
          const move = { move: moves[0], ply: game.ply }
          const mover = game.turn === 'white' ? white : black
          const { status } = await call('POST', `/games/${game.id}/moves`, move, mover)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const { ply } = game
          game = (await call('GET', `/games/${game.id}`)).body
          if (status === 201) expect(game.ply).toBeGreaterThan(ply)
        }
      }
      const pairs: [string, string][] = [
        ['anna', 'bram'],
        ['carla', 'dirk'],
        ['ella', 'fred'],
        ['gijs', 'hanna'],
      ]
      const players = Promise.all(pairs.map(play))
      for (const [n, upstream] of upstreams.entries()) {
        await servers[n]!.end('SIGTERM')
        servers[n] = await startOn(upstream)
        // the proxy has to notice that it is back, before the other one stops
        await sleep(3000)
      }
      isRestarting = false
      await players
      console.info(proxy, Object.fromEntries(statuses))
      expect([...statuses.keys()].filter((status) => status >= 400)).toEqual([])
      expect(statuses.get(201)).toBeGreaterThan(100)
    },
    180_000,
  )
})
