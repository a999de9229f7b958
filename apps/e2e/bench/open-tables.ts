import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { PHONE, sharedBrowser } from '../src/browser.ts'

// `pnpm bench tables`, in Chromium at a quarter of this machine's speed: how long opening the largest shipped sets takes,
// and reading a position.

const SPEED = 4
const OPENINGS = 7
const LOOKUPS = 100_000
const SETS = ['merels/4-4', 'merels-diagonal/4-4', 'muehle/4-4', 'merels/3-5']

const tables = new URL('../../../packages/tables/', import.meta.url)
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('src/index.ts', tables))],
  bundle: true,
  format: 'esm',
  conditions: ['tegenzet-source'],
  write: false,
})
const files: Record<string, [type: string, body: Uint8Array]> = {
  '/': ['text/html', new Uint8Array()],
  '/tables.js': ['text/javascript', outputFiles[0]!.contents],
}
for (const set of SETS)
  files[`/${set}`] = ['application/octet-stream', readFileSync(new URL(`data/${set}.table`, tables))]
const server = createServer(({ url }, response) => {
  const [type, body] = files[url!] ?? ['text/plain', new Uint8Array()]
  response.writeHead(url! in files ? 200 : 404, { 'content-type': type }).end(body)
}).listen(0)
const browser = await sharedBrowser()
const context = await browser.newContext(PHONE)
const page = await context.newPage()
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
const tools = await context.newCDPSession(page)
await tools.send('Emulation.setCPUThrottlingRate', { rate: SPEED })
for (const set of SETS) {
  const { opening, reading, positions } = await page.evaluate(
    async ({ set, openings, lookups }) => {
      const { lookUp, openTable, TABLE_GROUPS } = await import(`${location.origin}/tables.js`)
      const group = TABLE_GROUPS.find(({ id }: { id: string }) => id === set.split('/')[0])
      const file = new Uint8Array(await (await fetch(`/${set}`)).arrayBuffer())
      const times: number[] = []
      let table: any
      for (let n = 0; n < openings; n++) {
        const startedAt = performance.now()
        table = await openTable(group.rules, file)
        times.push(performance.now() - startedAt)
      }
      const placed = Array.from({ length: lookups }, (_, n) => {
        table.placements.find(Math.floor((((n * 7919) % lookups) / lookups) * table.placements.size))
        return [table.placements.foundOwn, table.placements.foundEnemy]
      })
      const startedAt = performance.now()
      for (const [own, enemy] of placed) lookUp(table, own, enemy)
      return {
        positions: table.values.length,
        opening: times,
        reading: (performance.now() - startedAt) / lookups,
      }
    },
    { set, openings: OPENINGS, lookups: LOOKUPS },
  )
  const [first, ...again] = opening
  again.sort((a, b) => a - b)
  console.info(
    `${set}, ${positions} positions: opened in ${first!.toFixed(0)} ms, again in ${again[Math.floor(again.length / 2)]!.toFixed(0)} ms (median); a position ${(reading * 1000).toFixed(2)} µs`,
  )
}
await browser.close()
server.close()
