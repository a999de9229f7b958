import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tegenzet/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playPlies } from '../play/play-plies.ts'
import { type Image, performDockerfile } from './perform-dockerfile.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The user `nobody`. */
const NOBODY = 65534

let target: string
let image: Image
beforeAll(() => {
  target = mkdtempSync(join(tmpdir(), 'tegenzet-image-'))
  image = performDockerfile({ context: ROOT, target })
})
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', target])
  rmSync(target, { recursive: true, force: true })
})

const MODULES = 'opt/tegenzet/lib/node_modules/tegenzet/node_modules'
const modules = () => readdirSync(join(image.root, MODULES), { recursive: true, encoding: 'utf8' })

it('has as many megabytes of modules as the document says, and no tools', () => {
  const text = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const documented = Number(/The image has about (\d+) MB of modules/.exec(text)?.[1])
  const size = execFileSync('du', ['-sk', join(image.root, MODULES)], { encoding: 'utf8' })
  expect(Number(size.split('\t')[0]) / 1024 / documented).toBeCloseTo(1, 1)
  const tools = /(^|node_modules\/)(typescript|esbuild|@esbuild|jsdom|prisma|@prisma|tsx|turbo|vite|vitest)\//
  expect(modules().filter((path) => tools.test(path))).toEqual([])
  expect(modules().some((path) => path === '@electric-sql/pglite/package.json')).toBe(true)
})

it('is based on a supported Node, has the right pnpm, and does not run as root', () => {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain(`npm install -g ${packageManager}\n`)
  expect(new Set(image.bases)).toEqual(new Set(['node:24-bookworm-slim']))
  expect(image.user).toBe('node')
})

it('starts on a read-only file system as another user than root, is healthy, and plays', async () => {
  const app = join(image.root, 'opt/tegenzet')
  const data = join(image.root, image.env.DATA_DIR!)
  execFileSync('chmod', ['-R', 'a-w', app])
  chmodSync(target, 0o755)
  const node = join(target, 'node')
  copyFileSync(process.execPath, node)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const env = {
    ...image.env,
    PATH: process.env.PATH,
    DATA_DIR: data,
    PORT: `${await freePort()}`,
    BOT: 'true',
  }
  const run = ([program, ...args]: string[]) =>
    spawn(node, program === 'node' ? args : [join(app, 'bin', program!), ...args], {
      cwd: app,
      env,
      ...user,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const server = run(image.command)
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  try {
    await expect.poll(() => output).toContain('Tegenzet is at')
    expect(await once(run(image.healthcheck), 'exit')).toEqual([0, null])
    const url = `http://127.0.0.1:${env.PORT}`
    expect(await playPlies(url, 4)).toMatchObject({ ply: 4 })
    for (const path of [
      '/',
      '/api/docs/static/swagger-ui.css',
      '/api/docs/api-guide.md',
      '/guides/rules',
      '/terms',
      '/api/v1/openapi.json',
    ])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
    const bots = async () => ((await (await fetch(`${url}/api/v1/bots`)).json()) as any).items.length
    await expect.poll(bots).toBeGreaterThan(0)
  } finally {
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  }
  expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600)
  expect(await once(run(image.healthcheck), 'exit')).toEqual([1, null])
})
