import {
  LIVE_PATH,
  LIVE_PROTOCOL,
  type LiveCommand,
  type LiveMessage,
  liveMessageSchema,
} from '@tegenzet/contract'
import { WebSocket } from 'ws'
import { LONGEST_WAIT_MS } from './longest-wait.ts'

export interface LiveSocket {
  socket: WebSocket
  /** All messages so far. @throws if one does not match the contract */
  messages(): LiveMessage[]
  send(command: LiveCommand): void
  /** Waits for the first message of a type that matches. */
  waitFor<T extends LiveMessage['type']>(
    type: T,
    matches?: (message: Extract<LiveMessage, { type: T }>) => boolean,
  ): Promise<Extract<LiveMessage, { type: T }>>
  /** The close code. */
  closed: Promise<number>
}

interface Handshake {
  token?: string
  headers?: Record<string, string>
  protocols?: string[]
  /** Where the page’s first connection goes on. */
  since?: string
  /** As the socket of a board in another page, without the cookie's rights. */
  visitor?: boolean
  /** Whether it answers pings. */
  autoPong?: boolean
}

/** Connects to the live channel. @throws an Error with the HTTP status as message if the handshake is refused */
export async function openSocket(url: string, handshake: Handshake = {}): Promise<LiveSocket> {
  const { token, headers, since, visitor, protocols = [LIVE_PROTOCOL], autoPong = true } = handshake
  const query = new URLSearchParams({
    ...(visitor && { as: 'visitor' }),
    ...(since !== undefined && { since }),
  })
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}?${query}`, protocols, {
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
  const messages = () => texts.map((text) => liveMessageSchema.parse(JSON.parse(text)))
  return {
    socket,
    messages,
    closed,
    send: (command) => socket.send(JSON.stringify(command)),
    waitFor: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = messages().find((message) => message.type === type && fits(message as never))
          if (!found) return
          clearTimeout(timer)
          socket.off('message', check)
          resolve(found as never)
        }
        const timer = setTimeout(
          () => reject(new Error(`no such ${type} message, only ${texts.slice(-20).join(' ') || 'none'}`)),
          LONGEST_WAIT_MS,
        )
        socket.on('message', check)
        check()
      }),
  }
}
