import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { itemAt } from '@tegenzet/common'
import { migrate, openDatabase } from '@tegenzet/db'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { beginGame, randomGame } from '../play/begin-game.ts'
import { startServer } from '../server/harness.ts'
import { startServerProcess } from '../server/server-process.ts'
import { recordDisk } from './lossy-disk.ts'

const CUTS = process.env.SOAK ? 300 : 8
const GAMES = 6
const PLIES = process.env.SOAK ? 120 : 40

const root = fs.mkdtempSync(join(tmpdir(), 'power-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

test(`no acknowledged move is lost, and the database opens, after each of ${CUTS} power cuts under moves`, {
  timeout: process.env.SOAK ? 3_600_000 : 300_000,
}, async () => {
  const dataDir = join(root, 'data')
  await prepare(dataDir)
  const disk = recordDisk(dataDir)
  const database = await openDatabase({ dataDir })
  const server = await startServer({ database, jobs: ['outbox', 'conditional-moves'] })
  /** Moves acknowledged when the disk had recorded so much. */
  const acknowledged: { at: number; game: number; ply: number }[] = []
  const random = seeded(2026)
  const games = await Promise.all(
    Array.from({ length: GAMES }, async (_, n) => {
      const [white, black] = [await server.player(`white${n}`), await server.player(`black${n}`)]
      return { white, black, game: await beginGame(white, black), ...randomGame('muehle', random, PLIES) }
    }),
  )
  const from = disk.length
  await Promise.all(
    games.map(async ({ white, black, game, moves }) => {
      for (const [ply, move] of moves.entries()) {
        const player = ply % 2 === 0 ? white : black
        const { status } = await player.call('playMove', { params: { id: game.id }, body: { move, ply } })
        expect(status).toBe(201)
        acknowledged.push({ at: disk.length, game: game.id, ply: ply + 1 })
        // the pages of tables are written between moves too
        if (ply % 10 === 9) await database.pool.query('CHECKPOINT')
      }
    }),
  )
  await server.close()
  await database.close()
  const until = disk.length
  disk.stop()
  // nothing cuts the power of this machine, and a busy disk takes seconds for each sync
  Object.assign(fs, {
    fsyncSync() {},
    fsync: (_descriptor: number, done: () => void) => setImmediate(done),
  })

  const after = join(root, 'after')
  for (let cut = 0; cut < CUTS; cut++) {
    // every second one comes when a move has just been acknowledged
    const point =
      cut % 2 === 0
        ? from + Math.floor(random() * (until - from + 1))
        : itemAt(acknowledged, Math.floor(random() * acknowledged.length)).at
    disk.makeAfterCut(point, after, random)
    const wanted = new Map<number, number>()
    for (const { at, game, ply } of acknowledged)
      if (at <= point) wanted.set(game, Math.max(ply, wanted.get(game) ?? 0))
    const there = await openDatabase({ dataDir: after })
    const { rows } = await there.pool.query('SELECT id, ply FROM games')
    const plies = new Map(rows.map(({ id, ply }) => [id, ply]))
    for (const [game, ply] of wanted)
      expect(plies.get(game), `cut ${cut} at ${point}: game ${game}`).toBeGreaterThanOrEqual(ply)
    // reads every table from end to end
    await there.pool.query('VACUUM (FREEZE)')
    await there.close()
  }
})

test('the server ends when the disk refuses to keep what is written', async () => {
  const dataDir = join(root, 'refused')
  const failing = join(root, 'failing')
  const preload = join(root, 'preload.mjs')
  fs.writeFileSync(
    preload,
    `import fs from 'node:fs'
    const { fsync } = fs
    fs.fsync = (descriptor, done) =>
      fs.existsSync(${JSON.stringify(failing)}) ? setImmediate(done, new Error('EIO')) : fsync(descriptor, done)`,
  )
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import ${pathToFileURL(preload)}`,
  })
  fs.writeFileSync(failing, '')
  const guest = await fetch(`${server.url}/api/v1/guests`, { method: 'POST' }).catch(() => null)
  expect(guest?.status).not.toBe(201)
  expect(await server.end('SIGCONT')).toBe(1)
  expect(server.output()).toContain(`the disk of ${dataDir} cannot keep what is written`)
})

async function prepare(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await migrate(database.pool)
  await database.close()
}
