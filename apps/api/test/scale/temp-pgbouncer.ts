import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tegenzet/db/testing'
import { expect } from 'vitest'

/** Starts the installed PgBouncer in transaction mode, with fewer connections to Postgres than its clients use. */
export async function startPgbouncer(target: URL): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(directory, 0o755)
  const ini = join(directory, 'pgbouncer.ini')
  const name = target.pathname.slice(1)
  writeFileSync(
    ini,
    `[databases]
${name} = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file =
pool_mode = transaction
default_pool_size = 3
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child: ChildProcess = spawn('pgbouncer', [...asUser, ini], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(true))
          socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
        }),
      { message: log, interval: 20 },
    )
    .toBe(true)
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}
