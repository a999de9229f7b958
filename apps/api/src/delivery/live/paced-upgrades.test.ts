import { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PER_TURN, pacedUpgrades } from './paced-upgrades.ts'

/** A server, and how many handshakes it has passed on by the end of a turn. */
function pacedServer() {
  const server = new Server()
  const passed: number[] = []
  pacedUpgrades(server).on('upgrade', ({ url }) => passed.push(Number(url)))
  const upgrade = (n: number) => {
    const socket = new Socket()
    const request = Object.assign(new IncomingMessage(socket), { url: `${n}` })
    server.emit('upgrade', request, socket, Buffer.alloc(0))
    return socket
  }
  return { passed, upgrade }
}

test('handshakes that arrive together begin a few per turn, in their order', async () => {
  const { passed, upgrade } = pacedServer()
  const all = Array.from({ length: 2 * PER_TURN + 1 }, (_, n) => n)
  for (const n of all) upgrade(n)
  expect(passed).toEqual([])
  const turns: number[] = []
  while (passed.length < all.length) {
    await setImmediate()
    turns.push(passed.length)
  }
  expect(passed).toEqual(all)
  expect(turns.every((count, n) => count - (turns[n - 1] ?? 0) <= PER_TURN)).toBe(true)
  upgrade(100)
  await setImmediate()
  await setImmediate()
  expect(passed.at(-1)).toBe(100)
})

test('a client that has gone meanwhile is left out, and its error ends nothing', async () => {
  const { passed, upgrade } = pacedServer()
  const gone = upgrade(1)
  upgrade(2)
  gone.emit('error', new Error('reset'))
  expect(gone.destroyed).toBe(true)
  await setImmediate()
  await setImmediate()
  expect(passed).toEqual([2])
})
