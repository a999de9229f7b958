import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { answers, startServerProcess } from '../server/server-process.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const APPS = ['api', 'bot', 'web']

/** A checkout with this build, in which another one can be made. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'tegenzet-build-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const app = (name: string, path: string) => join(root, 'apps', name, path)
  for (const folder of ['docs', 'node_modules', 'package.json', 'packages', 'prisma'])
    symlinkSync(join(ROOT, folder), join(root, folder))
  for (const name of APPS) {
    mkdirSync(app(name, ''), { recursive: true })
    cpSync(realpathSync(join(ROOT, 'apps', name, 'dist')), app(name, 'build'), {
      recursive: true,
      preserveTimestamps: true,
    })
    for (const link of ['node_modules', 'package.json'])
      symlinkSync(join(ROOT, 'apps', name, link), app(name, link))
  }
  const publishing = `(await import(process.argv[1])).publish(process.argv[2])`
  return {
    root,
    app,
    publish: () =>
      execFileSync(process.execPath, [
        '--input-type=module',
        '-e',
        publishing,
        join(ROOT, 'bundle/publish.mjs'),
        join(root, 'apps'),
      ]),
    published: (name: string) => readdirSync(app(name, '')).filter((entry) => entry.startsWith('dist-')),
    async start(data: string) {
      const dataDir = join(root, data)
      const server = await startServerProcess(
        { DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
        [],
        process.execPath,
        app('api', 'dist/server.js'),
      )
      onTestFinished(() => void server.end('SIGKILL'))
      return server
    },
  }
}

it('a running server keeps its client and its code when another build is made beside it', async () => {
  const { root, app, publish, published, start } = checkout()
  // from a release that wrote `dist` itself
  mkdirSync(app('api', 'dist'))
  publish()
  const chunks = app('web', 'build/files/_app/immutable/en/chunks')
  const before = readdirSync(chunks).find((name) => name.endsWith('.js'))!
  const scripts = '/_app/immutable/en/chunks'
  const first = await start('first')
  expect(await answers(`${first.url}${scripts}/${before}`)).toBe(true)

  // as a build replaces a script, file by file
  const after = `new-${before}`
  renameSync(join(chunks, before), join(chunks, after))
  for (const format of ['.br', '.gz']) rmSync(join(chunks, before + format), { force: true })
  writeFileSync(app('api', 'build/sources.json'), '{}')
  rmSync(app('api', 'build/swagger-ui/static/swagger-ui.css'))
  publish()
  const second = await start('second')
  const found = (url: string) =>
    Promise.all([before, after].map((name) => answers(`${url}${scripts}/${name}`)))
  expect([await found(first.url), await found(second.url)]).toEqual([
    [true, false],
    [false, true],
  ])
  // code that is read later, too
  const style = (url: string) => answers(`${url}/api/docs/static/swagger-ui.css`)
  expect([await style(first.url), await style(second.url)]).toEqual([true, false])

  // what no process runs any more is removed by the next build
  const old = published('api').filter((name) => name !== readlinkSync(app('api', 'dist')))
  expect(old).toHaveLength(1)
  await first.end('SIGTERM')
  // kept for the server that comes after it with the same data
  const [kept = ''] = readdirSync(join(root, 'first/web'))
  expect(existsSync(join(root, 'first/web', kept, scripts, before))).toBe(true)
  publish()
  await second.end('SIGTERM')
  for (const name of APPS) {
    expect(published(name)).toEqual([readlinkSync(app(name, 'dist'))])
    expect(existsSync(app(name, 'dist/'))).toBe(true)
  }
})

it('the same build is published once', () => {
  const { app, publish, published } = checkout()
  publish()
  const name = readlinkSync(app('web', 'dist'))
  publish()
  expect([readlinkSync(app('web', 'dist')), published('web')]).toEqual([name, [name]])
})
