import { createHash } from 'node:crypto'
import { ok } from '@tegenzet/common'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** Whether the client's copy is current. */
export function isKnown(etag: string, { headers }: FastifyRequest): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

interface Tagged<T> {
  body: T
  etag: string
}

export const withTag = <T>(body: T): Tagged<T> => ({ body, etag: etagOf(JSON.stringify(body)) })

/** Answers 304 if the client's copy is current. @param cacheControl how long a copy may be used without asking */
export function cached<T>(
  { body, etag }: Tagged<T>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cacheControl: string,
) {
  reply.headers({ etag, 'cache-control': cacheControl })
  return isKnown(etag, request) ? ok({ status: 304 as const }) : ok({ status: 200 as const, body })
}
