import { createServer } from 'node:http'
import { LIVE_PROTOCOL } from '@tegenzet/contract'
import { WebSocketServer } from 'ws'

// The least that a server can do for a client that comes back: `answering-sockets.ts PORT TEXT` answers every message on a
// WebSocket with the text. `pnpm bench returns` compares the server with it.

const [port, text] = [Number(process.argv[2]), process.argv[3]!]
const server = createServer((_, response) => response.end())
new WebSocketServer({ server, perMessageDeflate: false, handleProtocols: () => LIVE_PROTOCOL }).on(
  'connection',
  (socket) => socket.on('message', () => socket.send(text)),
)
// as many as the server lets wait
server.listen({ port, host: '127.0.0.1', backlog: 4096 }, () => console.log('listens'))
