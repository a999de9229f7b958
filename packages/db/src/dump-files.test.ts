import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

test('a dump is written piece by piece as it is read, and nothing changes meanwhile', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dump-'))
  const database = await openDatabase({ dataDir })
  await database.pool.query('CREATE TABLE counted (n int)')
  const pieces: number[] = []
  let insert: Promise<unknown> | undefined
  let isInserted = false
  const reader = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece.length)
      insert ??= database.pool.query('INSERT INTO counted VALUES (1)').then(() => {
        isInserted = true
      })
      expect(isInserted).toBe(false)
      setImmediate(done)
    },
  })
  await database.dump?.(reader)
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(30e6)
  expect(Math.max(...pieces)).toBeLessThan(1e6)
  await insert
  await database.close()
  rmSync(dataDir, { recursive: true })
})
