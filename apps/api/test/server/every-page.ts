import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { WebClient } from '../../src/pages/web-client.ts'

const ROUTES = fileURLToPath(new URL('../../../web/src/routes', import.meta.url))
/** The ids of the client's routes. */
export const PAGES = (readdirSync(ROUTES, { recursive: true }) as string[])
  .filter((file) => file.endsWith('+page.svelte'))
  .map((file) => `/${file.replace(/\/?\+page\.svelte$/, '').replace('(home)', '')}`)
  // as the client sorts them: a name goes before a parameter
  .sort((a, b) => Number(a.includes('[')) - Number(b.includes('[')))
const PAGE = '<html><head><!--head--></head><body></body></html>'
/** A web client with every page, that has no scripts. */
export const EVERY_PAGE: WebClient = {
  build: 'test',
  files: fileURLToPath(new URL('../../../web/static', import.meta.url)),
  pages: { en: PAGE, nl: PAGE, de: PAGE, fr: PAGE },
  routes: PAGES.map((id) => ({
    id,
    pattern: new RegExp(`^${id.replace(/\[\w+\]/g, '([^/]+)')}$`),
    files: [],
  })),
  missing: [],
  scriptHashes: [],
  embed: { style: 'main.css', scripts: { en: 'en.js', nl: 'nl.js', de: 'de.js', fr: 'fr.js' } },
}
