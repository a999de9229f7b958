import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  url: string
  headers: IncomingHttpHeaders
  text: string
  body: any
}

export interface Receiver {
  url: string
  /** What it was sent, in the order of arrival. */
  got: Received[]
  /** How it answers; 204 until told otherwise. */
  answer: (got: Received, response: ServerResponse) => void
  close(): Promise<void>
}

/** Somebody's own server on this machine, that is called by webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    got: [],
    answer: (_, response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const received = { url: request.url!, headers: request.headers, text, body: JSON.parse(text) }
    receiver.got.push(received)
    receiver.answer(received, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** Whether a call is signed with a secret, by the library that receivers use; its clock is the call's own. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const real = Date.now
  Date.now = () => Number(headers['webhook-timestamp']) * 1000
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  } finally {
    Date.now = real
  }
}
