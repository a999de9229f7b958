import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'
import type { Channel } from './channel.ts'

/** The event stream of one program. */
export interface Stream {
  /** How often an open stream has ended, whoever ended it. */
  disconnects(): number
  close(): Promise<void>
}

/** Three times the interval of the empty lines that keep a stream alive. */
const IDLE_TIMEOUT_MS = 30_000

/**
 * Reads a program's event stream into a channel. After a disconnect it resumes after the last new event.
 * @param shouldDisconnect called after every event: whether to break the connection now, like a bad network
 */
export function followStream(
  api: Api,
  channel: Channel,
  shouldDisconnect: () => boolean,
  fail: (error: unknown) => void,
): Stream {
  const operation = api.document.operation('followEvents')
  let request: ClientRequest | undefined
  let opened = 0
  let closed = false

  async function connect(): Promise<IncomingMessage | null> {
    const since = channel.lastId()
    const { url, headers } = api.target('followEvents', since === undefined ? {} : { query: { since } })
    return await new Promise((resolve) => {
      request = get(url, { headers, agent: false, timeout: IDLE_TIMEOUT_MS }, resolve)
      request.on('timeout', () => request?.destroy())
      request.on('error', () => resolve(null))
    })
  }

  async function readOnce(): Promise<void> {
    const response = await connect()
    if (!response) return
    if (response.statusCode !== 200) {
      response.resume()
      if (response.statusCode === 503 || response.statusCode === 429) return
      throw new Error(`the status of the stream was ${response.statusCode}`)
    }
    opened++
    let text = ''
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        const lines = (text + chunk).split('\n')
        text = lines.pop()!
        for (const line of lines) {
          if (!line) continue
          const event = JSON.parse(line)
          api.document.checkLine(operation, event)
          channel.receive(event)
          if (shouldDisconnect()) return
        }
      }
    } catch (error) {
      // lost connections are part of the test, and they have a code
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }

  const reading = (async () => {
    while (!closed) {
      await readOnce()
      request?.destroy()
      if (closed) return
      await sleep(100)
    }
  })().catch(fail)
  return {
    disconnects: () => Math.max(0, opened - 1),
    async close() {
      closed = true
      request?.destroy()
      await reading
    },
  }
}
