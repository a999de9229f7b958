import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** Whether the client's copy is current. */
export function isKnown(etag: string, { headers }: FastifyRequest): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
