import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core'

/** The headless shell comes first: it is the same engine and needs a fifth less CPU time. */
const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Slows down the CPU of every page by this factor, to find tests and pages that rely on a fast machine. Chromium keeps the
 * processor busy meanwhile, also for pages that wait: run one file at a time.
 */
const CPU_SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1)

let browser: Promise<Browser> | undefined

/** The browser of this worker. It ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  browser ??= openBrowser()
  return browser
}

/** @throws if there is no Chromium, so that the suite fails and is never skipped */
async function openBrowser(): Promise<Browser> {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('Chromium was not found: install it or set CHROMIUM to its path')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // names of this machine that are not loopback for the pages
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  })
  prepareContexts(browser)
  return browser
}

/** Blocks service workers unless a test asks for them: what they load cannot be intercepted with `page.route`. */
function prepareContexts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await newContext({ serviceWorkers: 'block', ...options })
    context.on('page', findOnlyWhatIsSeen)
    context.on('page', resizeToTheEnd)
    if (CPU_SLOWDOWN > 1) context.on('page', slowDown)
    return context
  }
}

/** All locators share `getByText`, so it is replaced once. */
let isReplaced = false

/**
 * An announcement repeats what is on the screen, up to a second later and in an open dialog too. So `getByText` never finds
 * one; `.announcements p` does.
 */
function findOnlyWhatIsSeen(page: Page): void {
  page.getByText = (...query) => page.locator(':root').getByText(...query)
  if (isReplaced) return
  isReplaced = true
  const locators: Locator = Object.getPrototypeOf(page.locator(':root'))
  const { getByText } = locators
  locators.getByText = function (...query) {
    return getByText.apply(this, query).and(this.page().locator(':not(.announcements *)'))
  }
}

/** Resizing ends when the page's scripts have followed: they do so in the next frames. */
function resizeToTheEnd(page: Page): void {
  const setViewportSize = page.setViewportSize.bind(page)
  page.setViewportSize = async (size) => {
    await setViewportSize(size)
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    })
  }
}

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Context options of an English reader on a phone. */
export const PHONE = { locale: 'en-GB', viewport: { width: 360, height: 740 } } as const

/** Answers a page's requests to addresses that match as a failing server does, until `page.unroute(pattern)`. */
export const failRequests = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '', title: '', status: 500, detail: '', code: 'internal' }),
    }),
  )

/** From now on pages come without the answers that the server puts into them, as if it had been too busy. */
export const withoutAnswers = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    new MutationObserver(() => document.getElementById('answers')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    }),
  )

/** Holds back a page's requests to addresses that match, until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a page and waits until its live connection is open, so that it gets every event from now on. */
export async function openLive(page: Page, path: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const open = new Promise<void>((resolve) => {
    devTools.once('Network.webSocketHandshakeResponseReceived', () => resolve())
  })
  await page.goto(path)
  await open
  await devTools.detach()
}

/** Collects the exceptions and console errors of a page, which include CSP violations. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations that axe-core finds on a page, in a frame or in one of its elements, one line each. */
export async function accessibilityViolations(page: Page | Frame, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (selector) => {
    const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    const { violations } = await axe.run(selector, { resultTypes: ['violations'] })
    return violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${violation.help})`),
    )
  }, within)
}
