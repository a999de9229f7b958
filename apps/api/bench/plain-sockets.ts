import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

// The least that a server can do to deliver a move: `POST /{n}` sends its body to the nth socket, with the time before it.
// `bench:live` compares the server with it. `plain-sockets.ts` prints its URL.

const sockets: WebSocket[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  sockets[Number(request.url!.slice(1))]!.send(`${performance.timeOrigin + performance.now()} ${body}`)
  response.end()
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, { url }) => {
  sockets[Number(url!.slice(1))] = socket
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
