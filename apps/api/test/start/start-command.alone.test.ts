import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tegenzet/db/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { playPlies } from '../play/play-plies.ts'
import { assertFreshBundle } from '../server/fresh-bundle.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const { packageManager, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The README's command, and the same with pnpm. */
const [, DOCUMENTED = ''] =
  /## Start it[\s\S]*?^ {4}(.*?) +#/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []
const COMMANDS = [DOCUMENTED, `npx -y ${packageManager} start`]

/** Runs a command with its own data directory until the server prints its URL. */
async function startCommand(command: string) {
  assertFreshBundle()
  const dataDir = mkdtempSync(join(tmpdir(), 'tegenzet-start-'))
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
    BOT: 'false',
  }
  // in its own process group, as a terminal starts it
  const [program = '', ...args] = command.split(' ')
  const first = spawn(program, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  first.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(first, 'exit')
  // the server's output too: all processes write to this pipe
  const closed = once(first, 'close')
  await expect.poll(() => output).toContain('Tegenzet is at')
  const server = Number(readFileSync(join(dataDir, 'lock'), 'utf8'))
  onTestFinished(async () => {
    if (isAlive(server)) process.kill(server, 'SIGKILL')
    await closed
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    first: first.pid!,
    parent: parentOf(server),
    server,
    /** Waits until all processes have ended. @returns the exit code or signal */
    async ended() {
      await exited
      const firstWaited = !isAlive(server)
      await closed
      // a killed server leaves its lock file
      const graceful = output.includes('"msg":"stopping"') && !existsSync(join(dataDir, 'lock'))
      return { graceful, firstWaited }
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

/** What Turborepo would run: hash and inputs by task. */
function planOf(args: string[], env: Record<string, string> = {}) {
  const plan = execFileSync(join(ROOT, 'node_modules/.bin/turbo'), [...args, '--dry=json'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  const tasks: { taskId: string; hash: string; command: string; inputs: Record<string, string> }[] =
    JSON.parse(plan).tasks
  const existing = tasks.filter(({ command }) => command !== '<NONEXISTENT>')
  return Object.fromEntries(existing.map(({ taskId, hash, inputs }) => [taskId, { hash, inputs }]))
}

it('a new PUBLIC_URL does not rebuild anything', () => {
  const hashes = ['https://tegenzet.example', 'http://127.0.0.1:3000'].map((PUBLIC_URL) => {
    return planOf(['run', 'build'], { PUBLIC_URL })
  })
  expect(hashes[0]).toHaveProperty(['@tegenzet/web#build'])
  expect(hashes[0]).toEqual(hashes[1])
})

/** Plans a build on a machine with so much free memory. @returns what it says */
function buildWith(megabytes: number) {
  const memory = `data:text/javascript,process.availableMemory = () => ${megabytes} * 2 ** 20`
  const args = ['--import', memory, 'bundle/build.mjs', 'build', '--dry=json']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  return { status, said: stdout.slice(0, stdout.indexOf('{')) }
}

it('where memory is short, a build says what it needs and runs one task after another', async () => {
  const { IN_TURN, NEED } = await import(join(ROOT, 'bundle/build.mjs'))
  expect(buildWith(NEED.atOnce + 1)).toMatchObject({ status: 0, said: '' })
  const { status, said } = buildWith(NEED.atOnce - 1)
  expect([status, said]).toEqual([
    0,
    'Building takes up to 1600 MB of memory, 900 MB with one task after another as now; 1599 MB are free.\n',
  ])
  // otherwise Turborepo keeps them from the tasks
  const passed = JSON.parse(readFileSync(join(ROOT, 'turbo.json'), 'utf8')).globalPassThroughEnv
  const given = Object.keys(IN_TURN).filter((name) => !name.startsWith('TURBO_'))
  expect(passed).toEqual(expect.arrayContaining(given))
  const document = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  expect(document).toContain(`up to ${NEED.atOnce.toLocaleString('en')} MB of memory`)
  expect(document).toContain(`and ${NEED.inTurn} MB.`)
})

it('`pnpm dev` runs the server, the web client, and the texts of both', () => {
  const [, ...args] = scripts.dev.split(/.*\bturbo | /)
  const tasks = Object.keys(planOf(args))
  const expected = ['//#dev:server', '@tegenzet/web#dev', '@tegenzet/texts#dev', '@tegenzet/texts#dev:server']
  expect(tasks).toEqual(expect.arrayContaining(expected))
})

it('nothing that a build writes makes the next start build again', () => {
  const { inputs } = planOf(['run', 'build'])['@tegenzet/texts#build']!
  const files = Object.keys(inputs).map((path) => join('packages/texts', path))
  expect(files).toContain('packages/texts/project.inlang/settings.json')
  // git check-ignore lists those that Git ignores, and exits with 1 if there is none
  const { status, stdout } = spawnSync('git', ['check-ignore', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
})

it('a start waits while another one builds', async () => {
  const { tryLock, unlock } = createRequire(import.meta.url)('fs-native-extensions')
  const descriptor = openSync(join(ROOT, 'node_modules/.build-lock'), 'a')
  onTestFinished(() => closeSync(descriptor))
  expect(tryLock(descriptor)).toBe(true)
  // a port that it cannot use, so that it ends after building
  const second = spawn(process.execPath, ['bundle/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: 'none' },
  })
  const [text] = await once(second.stdout, 'data')
  expect(`${text}`).toContain('Another start is building.')
  unlock(descriptor)
  const errors = second.stderr.setEncoding('utf8').toArray()
  second.stdout.resume()
  expect(await once(second, 'exit')).toEqual([1, null])
  expect((await errors).join('')).toContain('PORT')
})

// reads parents from /proc
describe.runIf(process.platform === 'linux').each(COMMANDS)('the server started by `%s`', (command) => {
  it('plays a move, and ends gracefully when its parent gets SIGTERM', async () => {
    const started = await startCommand(command)
    expect(await playPlies(started.url, 1)).toMatchObject({ ply: 1 })
    const reference = await fetch(`${started.url}/api/docs/static/swagger-ui.css`)
    expect([reference.status, await reference.text()]).toEqual([200, expect.stringContaining('.swagger-ui')])
    process.kill(started.parent, 'SIGTERM')
    const { graceful, firstWaited } = await started.ended()
    // npm's shell does not wait
    expect([graceful, firstWaited || command === 'npm start']).toEqual([true, true])
  })

  it.runIf(process.env.SOAK)('ends gracefully, then the command ends, at Ctrl-C', async () => {
    const started = await startCommand(command)
    process.kill(-started.first, 'SIGINT')
    expect(await started.ended()).toEqual({ graceful: true, firstWaited: true })
  })

  it('ends gracefully when the command gets SIGTERM', async () => {
    const started = await startCommand(command)
    process.kill(started.first, 'SIGTERM')
    expect(await started.ended()).toMatchObject({ graceful: true })
  })
})

it('a first start compresses the scripts and styles that are not yet compressed', async () => {
  const folder = join(ROOT, 'apps/web/dist/files/_app/immutable/en/chunks')
  const script = readdirSync(folder).find((name) => name.endsWith('.js'))!
  const copies = ['.br', '.gz'].map((format) => join(folder, script + format))
  const before = copies.map((path) => readFileSync(path))
  for (const path of copies) rmSync(path)
  await startCommand('npm start')
  await expect.poll(() => copies.every((path) => existsSync(path))).toBe(true)
  expect(copies.map((path) => readFileSync(path))).toEqual(before)
})
