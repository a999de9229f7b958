import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { testDatabase } from './testing.ts'

describe('a data directory', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'data-'))
    return () => rmSync(dataDir, { recursive: true })
  })

  test('keeps what was written', async () => {
    const first = await openDatabase({ dataDir })
    await migrate(first.pool)
    await first.prisma.player.create({ data: { username: 'Anna', usernameKey: 'anna' } })
    await first.close()
    const second = await openDatabase({ dataDir })
    expect(await second.prisma.player.count({ where: { usernameKey: 'anna' } })).toBe(1)
    await second.close()
  }, 30_000)

  test('is refused to a second process while the first lives', async () => {
    writeFileSync(join(dataDir, 'lock'), String(process.ppid))
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.ppid}`)
  })

  test('is taken over from a process that died', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(dataDir, 'lock'), String(pid))
    const database = await openDatabase({ dataDir })
    await database.close()
  }, 30_000)
})

test('what must never be false is kept by the database itself', async () => {
  const { prisma, close } = await testDatabase()
  const [anna, bram] = await Promise.all(
    ['anna', 'bram'].map((name) => prisma.player.create({ data: { username: name, usernameKey: name } })),
  )
  const game = {
    rules: 'muehle',
    rulesRevision: 1,
    whiteId: anna!.id,
    blackId: bram!.id,
    position: '.../.../.../....../.../.../... w 9 9 0 1',
    clock: { kind: 'per-move', days: 3 },
    deadline: new Date(),
    whiteRemainingMs: 1,
    blackRemainingMs: 1,
  }
  const { id } = await prisma.game.create({ data: game })
  expect(id).toBeGreaterThanOrEqual(100001)
  await expect(prisma.game.create({ data: { ...game, blackId: anna!.id } })).rejects.toThrow(
    'games_two_players',
  )
  await expect(prisma.game.update({ where: { id }, data: { status: 'finished' } })).rejects.toThrow('games_')
  await expect(prisma.game.update({ where: { id }, data: { winner: 'white' } })).rejects.toThrow(
    'games_winner_of_finished',
  )
  await expect(prisma.game.update({ where: { id }, data: { deadline: null } })).rejects.toThrow(
    'games_deadline_while_active',
  )
  await expect(prisma.player.create({ data: { username: 'Cleo', usernameKey: 'Cleo' } })).rejects.toThrow(
    'players_username_key',
  )
  await expect(prisma.player.delete({ where: { id: anna!.id } })).rejects.toThrow()
  await close()
}, 30_000)
