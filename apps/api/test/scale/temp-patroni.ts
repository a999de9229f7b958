import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, postgresBin, postgresUser } from '@tegenzet/db/testing'
import { expect, onTestFinished } from 'vitest'
import { openProxy } from '../server/proxy.ts'
import { answers } from '../server/server-process.ts'
import { mountSmallDisk, unmountSmallDisk } from './small-disk.ts'

const DEPLOY = fileURLToPath(new URL('../../../../deploy/failover/', import.meta.url))

interface Node {
  name: string
  directory: string
  api: number
  port: number
  /** Between it and etcd. */
  etcd: Awaited<ReturnType<typeof openProxy>>
  process: ChildProcess | null
}

/**
 * Three Postgres nodes that Debian's Patroni looks after, with HAProxy in front, by the files in `deploy/failover`, and with
 * one etcd instead of three. All of it ends with the test.
 * @param opts.disks The size of a disk for each node, such as `250m`.
 */
export async function startPatroni(opts: { disks?: string } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'patroni-'))
  chmodSync(directory, 0o755)
  const user = postgresUser()
  const owned = (path: string) => {
    mkdirSync(path, { recursive: true })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  for (const file of ['patroni.yml', 'haproxy.cfg', 'leave-full-disk.sh'])
    copyFileSync(join(DEPLOY, file), join(directory, file))
  const running = new Set<ChildProcess>()
  const nodes: Node[] = []
  const start = (program: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(program, args, {
      ...user,
      cwd: directory,
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
      stdio: 'ignore',
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  const [clients, peers] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  start('etcd', [
    ...['--data-dir', owned(join(directory, 'etcd'))],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    ...['--initial-cluster', `default=${peers}`],
  ])
  onTestFinished(stop)
  // Patroni ends if nothing answers when it starts
  await expect.poll(() => answers(`${clients}/health`)).toBe(true)
  for (const n of [1, 2, 3]) {
    const own = owned(join(directory, `node-${n}`))
    if (opts.disks) mountSmallDisk(own, opts.disks)
    nodes.push({
      name: `node-${n}`,
      directory: own,
      api: await freePort(),
      port: await freePort(),
      etcd: await openProxy(clients),
      process: null,
    })
  }
  const environment = (node: Node) => {
    const [api, address] = [`127.0.0.1:${node.api}`, `127.0.0.1:${node.port}`]
    return {
      PATRONI_NAME: node.name,
      PATRONI_ETCD3_HOSTS: new URL(node.etcd.url).host,
      // otherwise it would ask etcd for its own address
      PATRONI_ETCD3_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: api,
      PATRONI_RESTAPI_CONNECT_ADDRESS: api,
      PATRONI_POSTGRESQL_LISTEN: address,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
      PATRONI_POSTGRESQL_DATA_DIR: join(node.directory, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(node.directory, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: postgresBin(),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: 'postgres',
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: 'replicator',
      PATRONI_REWIND_USERNAME: 'rewind',
      PATRONI_REWIND_PASSWORD: 'rewind',
    }
  }
  const startNode = (node: Node) => {
    node.process = start('patroni', [join(directory, 'patroni.yml')], environment(node))
  }
  for (const node of nodes) {
    startNode(node)
    start('bash', [join(directory, 'leave-full-disk.sh')], environment(node))
  }
  const port = await freePort()
  const places = nodes.flatMap((node, n) => [
    [`NODE_${n + 1}`, `127.0.0.1:${node.port}`],
    [`API_${n + 1}`, `${node.api}`],
  ])
  start('haproxy', ['-f', join(directory, 'haproxy.cfg')], {
    LISTEN: `127.0.0.1:${port}`,
    ...Object.fromEntries(places),
  })

  /** The nodes that answer to a role: `primary`, `replica`, `sync`. */
  const nodesThatAre = async (role: string): Promise<Node[]> => {
    const have = await Promise.all(nodes.map(({ api }) => answers(`http://127.0.0.1:${api}/${role}`)))
    return nodes.filter((_, n) => have[n])
  }
  /** Ends the Postgres of a node and its Patroni at once, as a power cut would. */
  async function kill(node: Node): Promise<void> {
    const patroni = node.process!
    const ended = once(patroni, 'exit')
    patroni.kill('SIGKILL')
    await ended
    const pid = join(node.directory, 'data/postmaster.pid')
    if (existsSync(pid)) killIfThere(Number(readFileSync(pid, 'utf8').split('\n')[0]))
  }
  async function stop(): Promise<void> {
    for (const node of nodes)
      if (node.process?.exitCode === null && node.process.signalCode === null) await kill(node)
    for (const child of running) child.kill('SIGKILL')
    for (const node of nodes) {
      node.etcd.close()
      if (opts.disks) unmountSmallDisk(node.directory)
    }
    // a backend may still write into it
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  await expect.poll(async () => (await nodesThatAre('primary')).length, { timeout: 90_000 }).toBe(1)
  await expect.poll(async () => (await nodesThatAre('sync')).length, { timeout: 90_000 }).toBe(1)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    nodesThatAre,
    kill,
    start: startNode,
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
