import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { LANGUAGES, type Language } from '@tegenzet/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The client's folder of scripts and styles. */
export const APP = '_app'

/** A page of the client. */
export interface ClientRoute {
  /** Its path in SvelteKit's spelling: `/games/[id]`. */
  id: string
  /** With a group for each part of the path that varies. */
  pattern: RegExp
  /** The scripts and styles it needs, below `/_app/immutable/LANGUAGE/`. */
  files: string[]
  /** What it needs besides for readers who are logged in. */
  loggedInFiles?: string[]
}

/** The built web client (apps/web/bundling/adapter.js). */
export interface WebClient {
  /** Differs from that of every other build. */
  build: string
  /** The folder of the files that are served as they are. */
  files: string
  /** Such folders of earlier builds, for scripts that pages opened before an update still need (kept-scripts.ts). */
  earlier?: string[]
  /** The page in each language, with `<!--head-->` where its head goes. */
  pages: Record<Language, string>
  routes: ClientRoute[]
  /** The files that the page for all other addresses needs. */
  missing: string[]
  /** CSP sources (`'sha256-…'`) of the inline scripts in its pages. */
  scriptHashes: string[]
  /** The files of boards in other pages, below `/_app/embed/` (apps/web/bundling/embed.ts). */
  embed?: { style: string; scripts: Record<Language, string> }
}

/** @returns undefined if the client is not built: the server then offers only the API */
export function findWebClient(root: string): WebClient | undefined {
  const read = (name: string) => readFileSync(join(root, 'pages', name), 'utf8')
  if (!existsSync(join(root, 'pages', 'routes.json'))) return undefined
  const pages = Object.fromEntries(LANGUAGES.map((language) => [language, read(`${language}.html`)]))
  const { routes, missing, scriptHashes } = JSON.parse(read('routes.json')) as {
    routes: (ClientRoute & { pattern: string })[]
    missing: string[]
    scriptHashes: string[]
  }
  const files = join(root, 'files')
  const { version } = JSON.parse(readFileSync(join(files, APP, 'version.json'), 'utf8')) as {
    version: string
  }
  return {
    build: version,
    files,
    pages: pages as Record<Language, string>,
    routes: routes.map((route) => ({ ...route, pattern: new RegExp(route.pattern) })),
    missing,
    scriptHashes,
    embed: JSON.parse(read('embed.json')),
  }
}

/** Headers that protect pages. On scripts and styles they would only cost time. */
const PAGE_HEADERS = [
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Serves the client's files. File names change with their content; the others are revalidated on each request. */
export async function registerFiles(app: FastifyInstance, { files, earlier = [] }: WebClient): Promise<void> {
  const options = {
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => {
      const immutable = /\/_app\/(immutable|embed)\//.test(path)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (immutable) for (const name of PAGE_HEADERS) reply.removeHeader(name)
    },
  }
  // A route for each file would cost a tenth of the time to start, one route for all would catch every unknown address.
  await app.register(fastifyStatic, {
    ...options,
    root: files,
    wildcard: false,
    globIgnore: [`${APP}/**`],
  })
  const folders = [files, ...earlier].map((folder) => join(folder, APP))
  app.get(`/${APP}/*`, { schema: { hide: true } }, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    // the plugin looks in several folders only for files with a compressed copy
    const folder = folders.find((each) => existsSync(join(each, path)))
    return reply.sendFile(path, folder ?? join(files, APP))
  })
}
