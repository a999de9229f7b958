import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedRequest = IncomingMessage & { text: string }
export type Handler = (response: ServerResponse, request: ReceivedRequest) => void

/** An HTTP server for a test that handles each request with the next handler, and repeats the last one. */
export async function scriptedServer(...handlers: Handler[]) {
  const requests: ReceivedRequest[] = []
  const http = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const received = Object.assign(request, { text })
    handlers[Math.min(requests.push(received), handlers.length) - 1]!(response, received)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { requests, baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

export const sendJson =
  (body: unknown, status = 200): Handler =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))

export const sendProblem =
  (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json; charset=utf-8', ...headers })
      .end(JSON.stringify({ type: `/api/docs#${code}`, title: code, status, detail: `It is ${code}.`, code }))

export const breakConnection: Handler = (_, request) => request.socket.destroy()
