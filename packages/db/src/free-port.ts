import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which could take one before a server listens on it. */
const FIRST = 20_000
/** Each process looks in a block of its own first. */
const BLOCKS = 120
const BLOCK_SIZE = 100

let next = FIRST + (process.pid % BLOCKS) * BLOCK_SIZE

/** @returns a free port on loopback */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = next + 1 < FIRST + BLOCKS * BLOCK_SIZE ? next + 1 : FIRST
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
