import type { BrowserContext, Page, Request } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BrowserPlayer, beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// Follows every link and presses every button that people without an account see on the public pages.

const en = textsOf('en')
const site = useSite({ BOT: 'true' })
let anna: BrowserPlayer
let pages: string[]

beforeAll(async () => {
  anna = await site.register('anna')
  const bram = await site.register('bram')
  await vi.waitUntil(async () => (await callApi(anna, 'GET', '/bots?house=true')).items.length === 5, {
    timeout: 60_000,
  })
  const clock = { kind: 'per-move', days: 3 }
  const running = await beginGame(anna, bram, 'muehle')
  await callApi(anna, 'POST', `/games/${running}/moves`, { move: 'd6', ply: 0 })
  const over = await beginGame(bram, anna, 'halma')
  await callApi(bram, 'POST', `/games/${over}/resign`)
  await callApi(bram, 'POST', '/challenges', { rules: 'molenspel', clock })
  const invitation = async (rated: boolean): Promise<string> => {
    const { inviteUrl } = await callApi(anna, 'POST', '/challenges', {
      rules: 'muehle',
      clock,
      rated,
      invite: true,
    })
    return new URL(inviteUrl).pathname + new URL(inviteUrl).hash
  }
  const [bot] = (await callApi(anna, 'GET', '/bots?house=true')).items
  pages = [
    ...['/', '/lobby', '/lobby/new', '/watch', '/news'],
    ...['/players', '/players?query=an', '/players/bram', `/players/${bot.user.username}`, '/leaderboards'],
    ...['/rules', '/rules/muehle', '/rules/halma', '/ladders/halma', '/leagues', '/leagues/muehle'],
    ...[
      '/tournaments',
      `/games/${running}`,
      `/games/${over}`,
      await invitation(false),
      await invitation(true),
    ],
    ...[
      '/report-content',
      '/report-content/status',
      '/appeal',
      '/verify-email',
      '/unsubscribe/x',
      '/nowhere',
    ],
  ]
})

/** What says that it leads to a form for accounts, and what only somebody with an account can do. */
const NEEDS_ACCOUNT = [
  ...['ui_log_in', 'ui_register', 'ui_nav_keep', 'account_login_submit'],
  ...['tournaments_enter_register', 'lobby_challenge_register', 'lobby_challenge_log_in'],
  ...['ladders_register', 'tournaments_organise', 'account_link_new', 'mail_settings'],
].map((key) => en(key))

interface Control {
  name: string
  /** Where it leads to on this site; null for a button. */
  href: string | null
  /** In the header or the footer. */
  everywhere: boolean
}

const CONTROLS = '#app :is(a[href], button, summary, [role=tab])'

/** The links and buttons on a page, each name once. The points of a board and the moves of a game are of one kind each. */
const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate((selector) => {
    const seen = new Map<string, Control>()
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (element.matches('[data-point], [data-ply]') || element.closest('[data-ply]')) continue
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ')
      const link = element instanceof HTMLAnchorElement ? new URL(element.href) : null
      if (link && link.origin !== location.origin) continue
      seen.set(name, {
        name,
        href: link && link.pathname + link.search + link.hash,
        everywhere: element.closest('header, footer') !== null,
      })
    }
    return [...seen.values()]
  }, CONTROLS)

/** A form for accounts, or a page that shows nothing but the way there. */
const endsAtForm = (page: Page): Promise<boolean> =>
  page.evaluate(
    (guestTitle) =>
      /^\/(login|register)$/.test(location.pathname) ||
      document.querySelector('#app h1')?.textContent?.trim() === guestTitle,
    en('account_guest_title'),
  )

/** The requests under way on each page, and when the last one began or ended. */
const traffic = new WeakMap<Page, { open: Set<Request>; changedAt: number }>()

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  const state = { open: new Set<Request>(), changedAt: 0 }
  const ended = (request: Request) => {
    state.open.delete(request)
    state.changedAt = Date.now()
  }
  page.on('requestfinished', ended).on('requestfailed', ended)
  page.on('request', (request) => {
    state.open.add(request)
    state.changedAt = Date.now()
  })
  traffic.set(page, state)
  return page
}

/** Waits until the page has been without requests for a moment, also after a button. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const state = traffic.get(page)!
  do {
    await page.waitForTimeout(50)
    // answers once the page's script has paused
    await page.evaluate(() => 0)
  } while (state.open.size > 0 || Date.now() - state.changedAt < 150)
}

async function open(page: Page, path: string): Promise<void> {
  // requests that leaving a page ends are not always reported
  traffic.get(page)!.open.clear()
  await page.goto('about:blank')
  await page.goto(path)
  await settle(page)
}

/** Presses the button, also below the window. @returns whether it is there */
async function press(page: Page, name: string): Promise<boolean> {
  const there = await page.evaluate(
    ({ selector, name }) => {
      const buttons = [...document.querySelectorAll<HTMLElement>(`${selector}:not(a)`)]
      const nameOf = (element: HTMLElement) =>
        element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ')
      const button = buttons.find(
        (each) => each.checkVisibility({ visibilityProperty: true }) && nameOf(each) === name,
      )
      button?.click()
      return button !== undefined
    },
    { selector: CONTROLS, name },
  )
  if (there) await settle(page)
  return there
}

/** Of the links and buttons that differ only in a number or a name, one is enough. */
const kindOf = (text: string): string =>
  text
    .replace(/[?#].*/, '')
    .replace(/\d+/g, '0')
    .replace(/(players\/|: )[\w-]+/, '$1')

const isKnown = async (context: BrowserContext): Promise<boolean> =>
  (await context.cookies()).some(({ name }) => name === 'tegenzet.session')

/** Several pages are tried at the same time, each with a browser context of its own. */
async function inParallel<T>(
  items: readonly T[],
  newContext: () => Promise<BrowserContext>,
  work: (item: T, page: Page) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const take = async () => {
    const context = await newContext()
    const page = await newPage(context)
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, page)
    await context.close()
  }
  await Promise.all(Array.from({ length: 3 }, take))
}

test.each(['visitor', 'guest'])(
  'no button and no link takes a %s to a form that is not needed',
  async (who) => {
    const newContext = async (): Promise<BrowserContext> => {
      const { context } = await site.visitor({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
      if (who === 'guest') await context.request.post('/api/v1/guests', { data: {} })
      return context
    }
    const found: string[] = []
    const opened = new Set(pages.map(kindOf))
    const pressed = new Set<string>()
    const links = new Map<string, { href: string; from: string }>()
    // each page for one of the two, in a soak for both
    const own = pages.filter((_, n) => process.env.SOAK || n % 2 === ['visitor', 'guest'].indexOf(who))
    await inParallel(own, newContext, async (path, page) => {
      await open(page, path)
      if (await endsAtForm(page)) found.push(path)
      const { href: address } = new URL(page.url())
      const names: string[] = []
      for (const { name, href, everywhere } of await controlsOf(page)) {
        if (NEEDS_ACCOUNT.includes(name) || (everywhere && path !== '/')) continue
        if (href === null) {
          const kind = `${kindOf(path)} ${kindOf(name)}`
          if (!pressed.has(kind)) names.push(name)
          pressed.add(kind)
        } else if (!href.startsWith('/api/') && (href.includes('?') || !opened.has(kindOf(href))))
          links.set(kindOf(href), { href, from: `${path}: ${name}` })
      }
      for (const name of names) {
        if (page.url() !== address || !(await press(page, name))) {
          await open(page, path)
          await press(page, name)
        }
        if (await endsAtForm(page)) found.push(`${path}: ${name}`)
        // a visitor who has begun a game is a guest
        if (who === 'visitor' && (await isKnown(page.context()))) {
          await page.context().clearCookies()
          await open(page, path)
        }
      }
    })
    await inParallel([...links.values()], newContext, async ({ href, from }, page) => {
      await open(page, href)
      if (await endsAtForm(page)) found.push(`${from} → ${href}`)
    })
    expect(pressed.size).toBeGreaterThan(10)
    expect(links.size).toBeGreaterThan(2)
    expect(found).toEqual([])
  },
)
