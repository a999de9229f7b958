import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { keepScripts } from '../../src/pages/kept-scripts.ts'
import { startServer } from '../server/harness.ts'
import { openSocket } from '../server/live-socket.ts'

const PAGE = '<html><head><!--head--></head><body></body></html>'
const HOUR = 3_600_000
const START = Date.parse('2026-11-28T12:00:00Z')
const log = pino({ level: 'silent' })

/** A server's data, and where it is installed: an update replaces the build there. */
function installation() {
  const root = mkdtempSync(join(tmpdir(), 'tegenzet-scripts-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  const files = join(root, 'files')
  return {
    kept: () => readdirSync(join(dataDir, 'web')).sort(),
    /** Starts a build that has one script, named after it. @param hours since the first start */
    async start(build: string, hours: number) {
      rmSync(files, { recursive: true, force: true })
      mkdirSync(join(files, '_app/immutable/en'), { recursive: true })
      writeFileSync(join(files, `_app/immutable/en/${build}.js`), `export const build = '${build}'`)
      writeFileSync(join(files, 'icon.svg'), '<svg viewBox="0 0 64 64"></svg>')
      const pages = { en: PAGE, nl: PAGE, de: PAGE, fr: PAGE }
      const client = { build, files, pages, routes: [], missing: [], scriptHashes: [] }
      const now = new Date(START + hours * HOUR)
      const { earlier, kept } = await keepScripts(client, { dataDir, now, log })
      await kept
      return { ...client, earlier }
    },
  }
}

it('an update serves the scripts of the build before it, and says which build it is', async () => {
  const { start } = installation()
  await start('one', 0)
  const server = await startServer({ webClient: await start('two', 1) })
  onTestFinished(() => server.close())
  const script = async (build: string) => {
    const answer = await fetch(`${server.url}/_app/immutable/en/${build}.js`)
    return [answer.status, answer.headers.get('cache-control'), await answer.text()]
  }
  const forever = 'public, max-age=31536000, immutable'
  expect(await script('two')).toEqual([200, forever, "export const build = 'two'"])
  expect(await script('one')).toEqual([200, forever, "export const build = 'one'"])
  expect((await script('none'))[0]).toBe(404)
  const { socket, waitFor } = await openSocket(server.url)
  expect((await waitFor('welcome')).build).toBe('two')
  socket.close()
})

it('a build goes a day after it was replaced, however long it ran, and however often the server starts', async () => {
  const { start, kept } = installation()
  await start('one', 0)
  await start('one', 200)
  await start('two', 300)
  expect(kept()).toEqual(['one', 'two'])
  await start('two', 323)
  await start('three', 323.5)
  expect(kept()).toEqual(['one', 'three', 'two'])
  await start('three', 325)
  expect(kept()).toEqual(['three', 'two'])
  // an update that is taken back
  const { earlier } = await start('two', 326)
  expect(earlier.map((folder) => folder.split('/').at(-1))).toEqual(['three'])
  await start('two', 351)
  expect(kept()).toEqual(['two'])
})
