import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@tegenzet/db'
import { afterAll, expect, test } from 'vitest'
import { maintenanceTasks } from '../../src/maintenance/periodic-tasks.ts'
import { eraseAccounts } from '../../src/privacy/erasure/erase-accounts.ts'
import { accepted } from '../competition/found-clubs.ts'
import { registerPerson } from '../people/registered-person.ts'
import { beginGame } from '../play/begin-game.ts'
import { consumeAllEvents } from '../server/consume-all-events.ts'
import { startServer } from '../server/harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const dataDir = mkdtempSync(join(tmpdir(), 'erased-bytes-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** The files of the data directory that contain a word. */
const filesWith = (word: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(dataDir, name)
    return statSync(file).isFile() && readFileSync(file).includes(word)
  })

test('nothing of an erased account and a deleted analysis is left in the files after the night', async () => {
  const database = await openDatabase({ dataDir })
  await migrate(database.pool)
  const server = await startServer({ database, now: new Date(2026, 10, 20, 12) })
  const anna = await registerPerson(server, 'anna-quillfeather')
  const bram = await server.player('bram')
  const game = { params: { id: (await beginGame(anna, bram)).id } }
  accepted(await anna.call('sendMessage', { ...game, body: { text: 'I live in Zwammerdam.' } }))
  accepted(await anna.call('setGameNote', { ...game, body: { text: 'Ask about Nijetrijne.' } }))
  const analysis = async (comment: string) => {
    const tree = { rules: 'halma', start: null, comment, nodes: [] }
    return accepted(await bram.call('createAnalysis', { body: { title: 'Haps', tree } })).analysis
  }
  // too long for its row, and not to be compressed
  const deleted = await analysis(`Oploo ${randomBytes(900).toString('hex')}`)
  const kept = await analysis('Vierlingsbeek')
  // the statistics have values of columns
  await database.pool.query('ANALYZE')
  accepted(await bram.call('deleteAnalysis', { params: { id: deleted.id } }))
  accepted(await anna.call('deleteAccount'))
  await consumeAllEvents(server)
  server.clock.advance(7 * DAY)
  await eraseAccounts(server.deps, server.store)
  await consumeAllEvents(server)
  await eraseAccounts(server.deps, server.store)
  await database.pool.query('CHECKPOINT')

  const words = ['quillfeather', 'Zwammerdam', 'Nijetrijne', 'Oploo']
  for (const word of words) expect(filesWith(word), word).not.toEqual([])
  const task = maintenanceTasks(server.deps, database).find(({ name }) => name === 'erase-deleted')!
  await task.run(server.store)
  server.clock.advance(12 * HOUR)
  await task.run(server.store)
  expect(filesWith('Zwammerdam'), 'before two o’clock').not.toEqual([])
  server.clock.advance(2 * HOUR)
  await task.run(server.store)
  for (const word of words) expect(filesWith(word), word).toEqual([])
  expect(filesWith('Vierlingsbeek')).not.toEqual([])
  const read = await bram.call('getAnalysis', { params: { id: kept.id } })
  expect(read.body.analysis.tree.comment).toBe('Vierlingsbeek')
  await server.close()
  await database.close()
})
