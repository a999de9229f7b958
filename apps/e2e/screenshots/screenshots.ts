import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServerProcess } from '@tegenzet/api/server-process'
import { freePort } from '@tegenzet/db/testing'
import type { BrowserContext } from 'playwright-core'
import { sharedBrowser } from '../src/browser.ts'
import { everyPage, type PageToShow, type Reader } from '../src/pages.ts'
import { callApi } from '../src/player.ts'

// `pnpm screenshots`: pictures of every page of the demo, for people to look at.

const HELP = `pnpm screenshots [options]: pictures of every page, in screenshots/<language>/<page>-<size>-<theme>.png

  --page NAME       pages whose name contains NAME; may be repeated
  --language nl     one of nl, de, en, fr; may be repeated
  --size phone      phone (360x740) or desk (1280x720); may be repeated
  --theme dark      light or dark; may be repeated
  --fold            only what is visible without scrolling
  --fresh           play the demo's games again (otherwise once a day)
  --list            only list the names of the pages`

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 720 } }
const LANGUAGES = ['en', 'nl', 'de', 'fr']
const THEMES = ['light', 'dark'] as const
const TABS = 3
const DAY_MS = 24 * 3_600_000

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = join(ROOT, 'screenshots')
const DEMO = join(FOLDER, '.demo')
const PASSWORD = join(DEMO, 'password')
const USERNAMES = { player: 'demo1', admin: 'demo-arbiter' }

const many = { type: 'string', multiple: true } as const
const { values: options } = parseArgs({
  options: {
    page: many,
    language: many,
    size: many,
    theme: many,
    fold: { type: 'boolean' },
    fresh: { type: 'boolean' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

if (options.help) console.info(HELP)
else await takeScreenshots()

async function takeScreenshots(): Promise<void> {
  fillDemo()
  const port = String(await freePort())
  const server = await startServerProcess({
    PORT: port,
    DATA_DIR: DEMO,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    LOGIN_LIMIT: '1000',
  })
  const browser = await sharedBrowser()
  try {
    const pages = await listPages(server.url)
    if (options.list) return console.info(pages.map(({ name, path }) => `${name}  ${path}`).join('\n'))
    const begun = Date.now()
    let count = 0
    for (const language of chosen(LANGUAGES, options.language))
      count += await showLanguage(server.url, language, pages)
    const seconds = ((Date.now() - begun) / 1000).toFixed(0)
    console.info(`${count} pictures in ${relative(process.cwd(), FOLDER)}/ (${seconds} s)`)
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Plays the demo's games unless that was done today: later their deadlines would be over. */
function fillDemo(): void {
  const isRecent = existsSync(PASSWORD) && Date.now() - statSync(PASSWORD).mtimeMs < DAY_MS
  if (isRecent && !options.fresh) return
  console.info('Playing the demo’s games. This takes a minute…')
  rmSync(DEMO, { recursive: true, force: true })
  mkdirSync(DEMO, { recursive: true })
  const demo = join(ROOT, 'apps/api/dist/demo.js')
  const output = execFileSync(process.execPath, [demo], {
    env: { ...process.env, DATA_DIR: DEMO, DATABASE_URL: '' },
    encoding: 'utf8',
  })
  writeFileSync(PASSWORD, /demo1\s+(\S+)/.exec(output)![1]!)
}

async function listPages(url: string): Promise<PageToShow[]> {
  const contexts = await openContexts(url, 'en')
  const all = await everyPage((reader, path) => callApi({ context: contexts[reader] }, 'GET', path))
  for (const context of Object.values(contexts)) await context.close()
  const pages = all.filter(({ name }) => options.page?.some((part) => name.includes(part)) ?? true)
  if (pages.length === 0)
    throw new Error(`no page has such a name: ${all.map(({ name }) => name).join(', ')}`)
  return pages
}

async function openContexts(url: string, language: string): Promise<Record<Reader, BrowserContext>> {
  const open = async (username?: string): Promise<BrowserContext> => {
    const browser = await sharedBrowser()
    const context = await browser.newContext({ baseURL: url, locale: language, reducedMotion: 'reduce' })
    if (!username) return context
    await callApi({ context }, 'POST', '/session', { username, password: readFileSync(PASSWORD, 'utf8') })
    // The account's language overrides the browser's.
    await callApi({ context }, 'PATCH', '/account', { language })
    return context
  }
  return {
    visitor: await open(),
    player: await open(USERNAMES.player),
    admin: await open(USERNAMES.admin),
  }
}

/** @returns the number of pictures */
async function showLanguage(url: string, language: string, pages: PageToShow[]): Promise<number> {
  const contexts = await openContexts(url, language)
  const queue = [...pages]
  const counts = await Promise.all(
    Array.from({ length: TABS }, async () => {
      let count = 0
      for (let page = queue.shift(); page; page = queue.shift())
        count += await showPage(contexts[page.reader], language, page)
      return count
    }),
  )
  for (const context of Object.values(contexts)) await context.close()
  return counts.reduce((sum, count) => sum + count, 0)
}

/** One visit for all sizes and themes. */
async function showPage(context: BrowserContext, language: string, { name, path }: PageToShow) {
  const page = await context.newPage()
  let count = 0
  for (const size of chosen(Object.keys(SIZES) as (keyof typeof SIZES)[], options.size)) {
    await page.setViewportSize(SIZES[size])
    if (count === 0) await page.goto(path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    for (const colorScheme of chosen(THEMES, options.theme)) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: join(FOLDER, language, `${name}-${size}-${colorScheme}.png`),
        fullPage: !options.fold,
      })
      count++
    }
  }
  await page.close()
  return count
}

/** @throws if an option names something there is not */
function chosen<T extends string>(all: readonly T[], names: readonly string[] | undefined): readonly T[] {
  const unknown = names?.find((name) => !all.some((known) => known === name))
  if (unknown) throw new Error(`${unknown}: expected one of ${all.join(', ')}`)
  return names ? all.filter((known) => names.includes(known)) : all
}
