import { mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, tempPostgres } from '@tegenzet/db'
import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../server/call-server.ts'
import { startServerProcess } from '../server/server-process.ts'
import { fillDisk, mountSmallDisk, unmountSmallDisk } from './small-disk.ts'

/** Room for Postgres and a few hundred moves. */
const SIZE = '250m'

test('while the disk of Postgres is full, every move is refused and none is lost', {
  timeout: 600_000,
}, async () => {
  const disk = mkdtempSync(join(tmpdir(), 'tegenzet-disk-'))
  mountSmallDisk(disk, SIZE)
  onTestFinished(() => {
    unmountSmallDisk(disk)
    rmdirSync(disk)
  })
  const postgres = await tempPostgres({
    durable: true,
    near: disk,
    settings: ['max_wal_size=64MB', 'min_wal_size=32MB'],
  })
  onTestFinished(postgres.stop)
  const server = await startServerProcess({
    DATABASE_URL: postgres.url,
    SECRET: 'x'.repeat(32),
    NEW_ACCOUNT_DAYS: '0',
    MAX_OPEN_CHALLENGES: '200',
    RATE_LIMIT: '1000000',
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
  })
  const call = callerOf(server.url)
  const register = async (username: string) => {
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    return (await call('POST', '/accounts', body)).cookie
  }
  const players = { white: await register('anna'), black: await register('bram') }
  const begin = async (): Promise<any> => {
    const challenge = { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    const { id } = (await call('POST', '/challenges', challenge, players.white)).body
    return (await call('POST', `/challenges/${id}/accept`, {}, players.black)).body.game
  }
  const move = async (game: any) => {
    const legal = await call('GET', `/games/${game.id}/legal-moves`)
    expect(legal.status, JSON.stringify(legal.body)).toBe(200)
    const cookie = players[game.turn as 'white' | 'black']
    return call('POST', `/games/${game.id}/moves`, { move: legal.body.moves[0], ply: game.ply }, cookie)
  }
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`)
    return [response.status, ((await response.json()) as { detail?: string }).detail]
  }

  const games = [await begin()]
  for (let n = 0; n < 100; n++) games.push(await begin())
  // otherwise the next one makes room
  const database = await openDatabase({ url: postgres.url, maxConnections: 1 })
  await database.pool.query('CHECKPOINT')
  await database.close()
  await fillDisk(join(disk, 'filler'))
  await expect.poll(ready).toEqual([503, 'The database has no room.'])

  // moves fit into the pages that Postgres has already, until one does not
  const statuses: number[] = []
  for (let n = 0; n < 2000 && statuses.slice(-50).filter((status) => status === 503).length < 50; n++) {
    const at = n % games.length
    const game = games[at]
    const { status, body } = await move(game)
    statuses.push(status)
    if (status === 201) games[at] = body.game
    else expect([status, body.code]).toEqual([503, 'unavailable'])
  }
  expect(statuses.slice(-50)).toEqual(Array(50).fill(503))
  for (const { id, ply } of games.slice(0, 20)) {
    const read = await call('GET', `/games/${id}`)
    expect([read.status, read.body.ply]).toEqual([200, ply])
  }

  rmSync(join(disk, 'filler'))
  await expect.poll(ready).toEqual([200, undefined])
  for (const game of games.slice(0, 20)) expect(await move(game)).toMatchObject({ status: 201 })
})
