import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { UciSession } from '../src/uci/index.ts'
import { openSearchThread } from './open-search-thread.ts'

const { DATA_DIR = '.data' } = process.env
const SHIPPED = fileURLToPath(new URL('../../tables/data', import.meta.url))
/** A file of commands often ends with `quit`: its last search gets this long. One without an end is stopped at once. */
const LAST_SEARCH_MS = 2000

// the program that asked has ended
process.stdout.on('error', () => process.exit())

const searcher = openSearchThread([SHIPPED, resolve(DATA_DIR, 'tables')])
const session = new UciSession(searcher, (line) => process.stdout.write(`${line}\n`))
const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
lines.on('line', (line) => {
  if (line.trim() !== 'quit') return session.receive(line)
  setTimeout(() => session.receive('stop'), LAST_SEARCH_MS)
  lines.close()
})
lines.on('close', async () => {
  await session.finish()
  process.exit()
})
