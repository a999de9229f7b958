import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { blockOf } from '../documented-commands/read-blocks.ts'
import { filledIn } from '../documented-commands/run-block.ts'
import { playPlies } from '../play/play-plies.ts'
import { assertFreshBundle } from '../server/fresh-bundle.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The user `nobody`, where the tests run as root and it can use their Node. */
const NOBODY = 65534
const isNobody = process.getuid?.() === 0 && !process.execPath.startsWith('/root/')
const user = isNobody ? { uid: NOBODY, gid: NOBODY } : {}

let folder: string
/** npm's, empty at first: everything but the package comes from the registry. */
let env: Record<string, string>
let packages: string[]

beforeAll(async () => {
  assertFreshBundle()
  folder = mkdtempSync(join(tmpdir(), 'tegenzet package '))
  const { packServer } = await import(join(ROOT, 'bundle/pack-server.mjs'))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  packages = [packServer(folder, version), packServer(folder, `${version}-later`)]
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const { PATH = '', NODE_EXTRA_CA_CERTS = '' } = process.env
  env = {
    PATH: `${dirname(process.execPath)}:${PATH}`,
    NODE_EXTRA_CA_CERTS,
    HOME: folder,
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
  }
  chmodSync(folder, 0o755)
  if (isNobody) chownSync(folder, NOBODY, NOBODY)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commands of the document, in its order. */
const [START = '', DOCTOR = '', BACKUP = '', RESTORE = ''] = blockOf(
  'docs/operating.md',
  'npx -y ./tegenzet-',
).split('\n')

/** @param file the package that takes the place of the documented one */
const scriptOf = (command: string, file: string): string =>
  filledIn(command, { 'tegenzet-1.0.0.tgz': basename(file) })

/** Starts a package in a folder that has nothing else at the first time. */
async function startPackage(file: string) {
  const port = `${await freePort()}`
  const npx = spawn('sh', ['-c', `exec ${scriptOf(START, file)}`], {
    cwd: folder,
    env: { ...env, PORT: port, BOT: 'false' },
    ...user,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  npx.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const closed = once(npx, 'close')
  onTestFinished(() => {
    if (npx.exitCode === null && npx.signalCode === null) process.kill(-npx.pid!, 'SIGKILL')
  })
  await expect.poll(() => output, { timeout: 300_000 }).toContain('Tegenzet is at')
  return {
    url: `http://127.0.0.1:${port}`,
    run: (command: string) => runHere(command, file, port),
    async stop() {
      npx.kill('SIGTERM')
      await closed
    },
  }
}

/** Runs another command beside the server, or without it. @returns what it printed */
const runHere = (command: string, file: string, port = '3000'): string =>
  execFileSync('sh', ['-c', scriptOf(command, file)], {
    cwd: folder,
    env: { ...env, PORT: port },
    ...user,
    encoding: 'utf8',
  })

const read = async (url: string) => (await fetch(url)).json() as Promise<any>

it('is installed and run by npm alone, plays, keeps its data in that folder, and is replaced by a later one', {
  timeout: 900_000,
}, async () => {
  const first = await startPackage(packages[0]!)
  expect(await playPlies(first.url, 4)).toMatchObject({ ply: 4 })
  for (const path of ['/', '/guides/rules', '/terms', '/api/docs/static/swagger-ui.css'])
    expect([path, (await fetch(first.url + path)).status]).toEqual([path, 200])
  expect(first.run(DOCTOR)).toContain('database')
  expect(first.run(BACKUP)).toContain('was read again')
  await first.stop()
  // the lock file of a server that was killed stays
  expect([existsSync(join(folder, '.data/postgres')), existsSync(join(folder, '.data/lock'))]).toEqual([
    true,
    false,
  ])

  expect(runHere(RESTORE, packages[0]!)).toContain('Restored the backup of')
  const later = await startPackage(packages[1]!)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  expect(await read(`${later.url}/api/v1/about`)).toMatchObject({
    version: expect.stringMatching(/-later$/),
    commit,
  })
  expect(await read(`${later.url}/api/v1/games/100001`)).toMatchObject({ ply: 4 })
  await later.stop()
})

it('has every command, of which none needs the folder of the package', { timeout: 900_000 }, () => {
  const installed = join(folder, 'installed')
  const cwd = join(folder, 'empty')
  mkdirSync(cwd)
  execFileSync('npm', ['install', '--global', '--prefix', installed, packages[0]!], { env, stdio: 'pipe' })
  const run = (args: string[], input = '') =>
    spawnSync(join(installed, 'bin/tegenzet'), args, { cwd, env, input, encoding: 'utf8' })

  expect(run([])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage: tegenzet start|') })
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('DATA_DIR') })
  const asked = [
    'admin',
    'backup',
    'restore',
    'tables',
    'records',
    'explorer',
    'ratings',
    'results',
    'rules',
  ].map((command) => [command, /usage:\s+(\w+)/.exec(run([command]).stderr)?.[1]])
  expect(asked).toEqual(asked.map(([command]) => [command, command === 'restore' ? 'backup' : command]))
  expect(run(['records', 'read'], '1. d6 f4').stdout).toContain('"moves":["d6","f4"]')
  expect(run(['tables', 'count', 'muehle', '3', '3'])).toMatchObject({ status: 0 })
  expect(run(['doctor']).stdout).toContain('disk')

  const notices = readFileSync(join(installed, 'lib/node_modules/tegenzet/NOTICES.md'), 'utf8')
  for (const name of ['fastify', 'pg', 'svelte', 'swagger-ui-dist'])
    expect(notices).toMatch(new RegExp(`^## ${name} \\S+: (MIT|Apache-2.0)\\n\\n\\S`, 'm'))
})
