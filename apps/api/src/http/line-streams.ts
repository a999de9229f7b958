import { Readable } from 'node:stream'
import type { Endpoint } from '@tegenzet/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { RefusalError } from '../refusal.ts'
import { Json } from './json-answer.ts'

/**
 * A stream that produces a text only when the client has read the last one. If it fails, Fastify destroys the connection,
 * so that no client takes a part for the whole.
 */
export function streamed(texts: AsyncIterable<string>, { raw }: FastifyRequest): Readable {
  const stream = Readable.from(texts, { objectMode: false })
  // HTTP/1.0 has no chunks: the end of the connection is that of the body, unless it is reset
  if (raw.httpVersion === '1.0') stream.once('error', () => raw.socket.resetAndDestroy())
  return stream
}

/** Encodes each line by the response's schema, unless it is JSON already. */
export async function* encodedLines(
  lines: AsyncIterable<unknown>,
  { responses }: Endpoint,
): AsyncGenerator<string> {
  const schema = responses[200] as z.ZodType
  const text = (line: unknown) => (line instanceof Json ? line.text : JSON.stringify(schema.encode(line)))
  for await (const line of lines) yield line === '' ? '\n' : `${text(line)}\n`
}

/**
 * The same as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). What a stream starts with
 * is older than the event after which it goes on: only a later one gets an id, from which the client will resume.
 */
export async function* serverSentEvents(
  lines: AsyncIterable<unknown>,
  { responses }: Endpoint,
  eventId: NonNullable<Endpoint['eventId']>,
  received: number,
): AsyncGenerator<string> {
  const schema = responses[200] as z.ZodType
  let last = received
  for await (const line of lines) {
    // the endpoint's handler makes the lines that its eventId takes
    const id = line === '' ? last : eventId(line as never)
    if (id > last) yield `id: ${id}\n`
    last = Math.max(last, id)
    yield line === '' ? ':\n\n' : `data: ${JSON.stringify(schema.encode(line))}\n\n`
  }
}

/** The last event that the client has received, at most the newest; -1: none. */
export const received = (request: FastifyRequest, newest = Number.POSITIVE_INFINITY): number =>
  Math.min(lastEventId(request) ?? -1, newest)

/** The id of the last server-sent event that the client has received. @throws RefusalError if it is malformed */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id']
  if (id === undefined) return undefined
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id)
  throw new RefusalError('validation', 'A Last-Event-ID is the id of an event, up to 15 digits.')
}
