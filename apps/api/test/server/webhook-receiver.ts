import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

interface ReceivedCall {
  url: string
  headers: IncomingHttpHeaders
  text: string
  body: any
}

export interface Receiver {
  url: string
  /** Received calls, in order of arrival. */
  received: ReceivedCall[]
  /** Answers a call; default: 204. */
  answer: (got: ReceivedCall, response: ServerResponse) => void
  close(): Promise<void>
}

/** A local server that receives webhook calls. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
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
    receiver.received.push(received)
    receiver.answer(received, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

/** Whether a call is signed with the secret, checked by the library for receivers at the time of the call. */
export function isSigned({ headers, text }: ReceivedCall, secret: string): boolean {
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
