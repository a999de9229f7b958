import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@tegenzet/db'
import { type WebSocket, WebSocketServer } from 'ws'
import { MOVE_SQL } from './bare-route.ts'

// The least that a server can do to deliver a move: `POST /{socket}/{game}` writes the rows of a move, then sends the body to
// a socket, with the event's id and the time. `pnpm bench live` compares the server with it.
//
// `plain-sockets.ts DATABASE_URL` prints its URL.

const { pool } = await openDatabase({ url: process.argv[2]! })
const sockets: WebSocket[] = []
const server = createServer(async (request, response) => {
  const [, socket, game] = request.url!.split('/').map(Number)
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { position } = JSON.parse(body).game
  const { rows } = await pool.query({ name: 'move', text: MOVE_SQL, values: [game, position, body] })
  sockets[socket!]!.send(`${rows[0].id} ${performance.timeOrigin + performance.now()} ${body}`)
  response.end()
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, { url }) => {
  sockets[Number(url!.slice(1))] = socket
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
