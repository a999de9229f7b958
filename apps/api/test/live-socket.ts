import {
  LIVE_PATH,
  LIVE_PROTOCOL,
  type LiveCommand,
  type LiveMessage,
  liveMessageSchema,
} from '@tegenzet/contract'
import { WebSocket } from 'ws'

export interface LiveSocket {
  socket: WebSocket
  /** All that was told so far; each fits the contract, or reading it throws. */
  told(): LiveMessage[]
  say(command: LiveCommand): void
  /** The first message of a kind that fits, once it is there. */
  hears<T extends LiveMessage['type']>(
    type: T,
    fits?: (message: Extract<LiveMessage, { type: T }>) => boolean,
  ): Promise<Extract<LiveMessage, { type: T }>>
  /** The code it is closed with. */
  closed: Promise<number>
}

export interface Handshake {
  token?: string
  headers?: Record<string, string>
  protocols?: string[]
  /** Whether it answers pings. */
  autoPong?: boolean
}

/** Opens the live channel. @throws an Error whose message is the HTTP status where the handshake is refused */
export async function openSocket(url: string, handshake: Handshake = {}): Promise<LiveSocket> {
  const { token, headers, protocols = [LIVE_PROTOCOL], autoPong = true } = handshake
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}`, protocols, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    autoPong,
  })
  const texts: string[] = []
  socket.on('message', (data) => texts.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_, response) => reject(new Error(`${response.statusCode}`)))
  })
  socket.on('error', () => {})
  const told = () => texts.map((text) => liveMessageSchema.parse(JSON.parse(text)))
  return {
    socket,
    told,
    closed,
    say: (command) => socket.send(JSON.stringify(command)),
    hears: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = told().find((message) => message.type === type && fits(message as never))
          if (!found) return
          clearTimeout(timer)
          socket.off('message', look)
          resolve(found as never)
        }
        const timer = setTimeout(
          () => reject(new Error(`not told of any such ${type}, but of ${texts.join(' ') || 'nothing'}`)),
          5000,
        )
        socket.on('message', look)
        look()
      }),
  }
}
