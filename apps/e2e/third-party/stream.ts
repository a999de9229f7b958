import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from './api.ts'
import type { Channel } from './channel.ts'

/** One stream of all that concerns a program. */
export interface Stream {
  /** How often a stream that stood has ended, whoever ended it. */
  cuts(): number
  close(): Promise<void>
}

/** Three of the empty lines by which a stream shows that it lives. */
const SILENCE_MS = 30_000

/**
 * Follows a program's stream into a channel, and goes on after the last event that was new whenever the connection ends.
 * @param isCut asked after every event: whether to destroy the connection now, as a bad network does
 */
export function followStream(
  api: Api,
  channel: Channel,
  isCut: () => boolean,
  fail: (error: unknown) => void,
): Stream {
  const operation = api.description.operation('followEvents')
  let request: ClientRequest | undefined
  let opened = 0
  let closed = false

  async function readOnce(): Promise<void> {
    const since = channel.last()
    const { url, headers } = api.addressed('followEvents', since === undefined ? {} : { query: { since } })
    const response = await new Promise<IncomingMessage | null>((resolve) => {
      request = get(url, { headers, agent: false, timeout: SILENCE_MS }, resolve)
      request.on('timeout', () => request?.destroy())
      request.on('error', () => resolve(null))
    })
    if (!response) return
    if (response.statusCode !== 200) {
      response.resume()
      if (response.statusCode === 503 || response.statusCode === 429) return
      throw new Error(`the stream answered ${response.statusCode}`)
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
          api.description.checkLine(operation, event)
          channel.take(event)
          if (isCut()) return
        }
      }
    } catch (error) {
      // a connection that was lost is what this is about; anything else is a fault
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }

  const reading = (async () => {
    while (!closed) {
      await readOnce()
      request?.destroy()
      if (closed) return
      await pause(100)
    }
  })().catch(fail)
  return {
    cuts: () => Math.max(0, opened - 1),
    async close() {
      closed = true
      request?.destroy()
      await reading
    },
  }
}
