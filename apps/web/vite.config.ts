import { sveltekit } from '@sveltejs/kit/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { chunks } from './bundling/chunks.ts'
import { emptyOnServer } from './bundling/empty-on-server.ts'
import { messages } from './bundling/messages.ts'

/** Where `pnpm dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** What the server answers besides the API. */
const SERVER_PAGES = [
  ...['/calendar', '/.well-known', '/page.css'],
  ...['/about', '/terms', '/privacy', '/moderation', '/guides'],
]

/** Packages of the workspace are built from their sources. */
const SOURCES = 'tegenzet-source'

export default defineConfig({
  plugins: [emptyOnServer, sveltekit(), messages, chunks()],
  resolve: { conditions: [SOURCES, ...defaultClientConditions] },
  build: { reportCompressedSize: false, license: { fileName: '.vite/licences.json' } },
  ssr: { resolve: { conditions: [SOURCES, ...defaultServerConditions] } },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      ...Object.fromEntries(SERVER_PAGES.map((path) => [path, SERVER])),
    },
  },
})
