import { type IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Handshakes that begin in one turn of the event loop: a few milliseconds of work. */
export const PER_TURN = 4

/**
 * Passes on the handshakes of a server, a few in each turn of the event loop. After a restart thousands arrive at once. Any
 * other request takes several turns, and would wait for all of them in each.
 * @returns emits `upgrade` in place of the server, and never listens
 */
export function pacedUpgrades(server: Server): Server {
  const paced = new Server()
  const waiting: [IncomingMessage, Duplex, Buffer][] = []

  function passOn(): void {
    for (const [request, socket, head] of waiting.splice(0, PER_TURN)) {
      socket.off('error', destroy)
      if (!socket.destroyed) paced.emit('upgrade', request, socket, head)
    }
    if (waiting.length > 0) setImmediate(passOn)
  }

  server.on('upgrade', (request, socket, head) => {
    // Node has removed its own listener, and without any an error would end the process
    socket.on('error', destroy)
    if (waiting.push([request, socket, head]) === 1) setImmediate(passOn)
  })
  return paced
}

function destroy(this: Duplex): void {
  this.destroy()
}
