import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Hands on to those who upgrade only what asks for a WebSocket at a path. Whatever else has an `Upgrade` header is
 * answered as if it had none (RFC 9110, 7.8): Java's HTTP client and others ask for HTTP/2 with each first request.
 */
export function upgradeOnly(server: Server, path: string): void {
  const upgrades = server.listeners('upgrade')
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request, socket, head) => {
    const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isSocket && request.url?.split('?', 1)[0] === path)
      for (const upgrade of upgrades) upgrade.call(server, request, socket, head)
    else answerPlainly(server, request, socket, head)
  })
}

/** Once anybody listens Node hands over every upgrade and reads no further: it is given the request again. */
function answerPlainly(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
