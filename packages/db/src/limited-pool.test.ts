import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { unavailability } from './unavailable.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** A server that accepts connections and never answers. */
async function openSilentServer(): Promise<string> {
  server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`
}

test('connecting to a server that does not answer fails in time, by the pool and by Prisma', async () => {
  const database = await openDatabase({ url: await openSilentServer() })
  const failures = await Promise.all(
    [
      database.pool.query('SELECT 1'),
      database.pool.connect(),
      database.prisma.player.findFirst(),
      database.prisma.$queryRaw`SELECT 1`,
      database.prisma.$transaction(async (tx) => tx.player.findFirst(), { maxWait: 10_000 }),
      database.checkConnecting(),
    ].map((work: Promise<unknown>) => work.then(() => null, unavailability)),
  )
  expect(failures).toEqual(failures.map(() => 'unreachable'))
  await database.close()
})
