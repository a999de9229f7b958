import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built web client. */
export interface WebClient {
  root: string
  /** CSP sources (`'sha256-…'`) of the inline scripts in its page. */
  scriptHashes: string[]
}

/** @returns undefined if the client is not built: the server then offers only the API */
export function findWebClient(root: string): WebClient | undefined {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return undefined
  const scripts = readFileSync(page, 'utf8').matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const scriptHashes = Array.from(
    scripts,
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
  return { root, scriptHashes }
}

/** Serves the client's files. File names change with their content; only the page is revalidated on each request. */
export async function registerWeb(app: FastifyInstance, client: WebClient): Promise<void> {
  await app.register(fastifyStatic, {
    root: client.root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/_app/immutable/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Whether a request without a route comes from a person who opens a page of the client. */
export const isPageRequest = (method: string, url: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && (accept ?? '').includes('text/html')
