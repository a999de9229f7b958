import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The client's folder of scripts and styles. */
const APP = '_app'

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
  const options = {
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => {
      const immutable = path.includes('/_app/immutable/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  }
  // A route for each file would cost a tenth of the time to start, one route for all would catch every unknown address.
  await app.register(fastifyStatic, {
    ...options,
    root: client.root,
    wildcard: false,
    globIgnore: [`${APP}/**`],
  })
  await app.register(fastifyStatic, {
    ...{ ...options, root: join(client.root, APP), prefix: `/${APP}/` },
    decorateReply: false,
  })
}

/** Whether a request without a route comes from a person who opens a page of the client. */
export const isPageRequest = (method: string, url: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && (accept ?? '').includes('text/html')
