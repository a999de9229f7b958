import { decodeMove, type RuleSetId, ruleSet, trustedMove } from '@tegenzet/rules'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { collectErrors } from './browser.ts'

/** The password of every registered player. */
export const PASSWORD = 'a horse on a battery'

/** A player with a browser context of their own. */
export interface BrowserPlayer {
  name: string
  page: Page
  context: BrowserContext
  /** Errors on the page's console. */
  errors: string[]
}

/** Registers a player and opens a page with their session. Without animations: each would repaint the board without a GPU. */
export async function registerPlayer(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<BrowserPlayer> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  const data = { username: name, email: `${name}@example.org`, password: PASSWORD }
  await callApi({ context }, 'POST', '/accounts', data)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { name, page, context, errors: collectErrors(page) }
}

/** Calls the API with the session of a browser context. @param path below `/api/v1` */
export async function callApi(
  { context }: Pick<BrowserPlayer, 'context'>,
  method: string,
  path: string,
  data?: unknown,
) {
  const response = await context.request.fetch(`/api/v1${path}`, { method, data })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Starts a game through the API. @param days the time for each move @returns its id */
export async function beginGame(
  white: BrowserPlayer,
  black: BrowserPlayer,
  rules: RuleSetId,
  days = 3,
): Promise<number> {
  const clock = { kind: 'per-move', days }
  const challenge = { rules, opponent: black.name, colour: 'white', clock }
  const { id } = await callApi(white, 'POST', '/challenges', challenge)
  return (await callApi(black, 'POST', `/challenges/${id}/accept`)).game.id
}

/** Starts a game, and opens it on both pages. @returns its id */
export async function startGame(
  white: BrowserPlayer,
  black: BrowserPlayer,
  rules: RuleSetId,
): Promise<number> {
  const id = await beginGame(white, black, rules)
  await Promise.all([openGame(white, id), openGame(black, id)])
  return id
}

/**
 * Opens a game and waits until everything on its page has loaded, so that nothing moves under the pointer. The network is
 * idle for a moment also before a busy machine has run the page's script, so the board is waited for as well.
 */
export async function openGame({ page }: BrowserPlayer, id: number): Promise<void> {
  await page.goto(`/games/${id}`)
  await page.locator('#app [data-point]').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const pointOf = (page: Page, point: string) => page.locator(`[data-point="${point}"]`)

/** Enters a move on the board and sends it. */
export async function playMove({ page }: BrowserPlayer, rules: RuleSetId, move: string): Promise<void> {
  await pickMove(page, rules, move)
  await page.getByRole('button', { name: 'Send move' }).click()
}

export async function pickMove(page: Page, rules: RuleSetId, move: string): Promise<void> {
  const { from, to, captured } = decodeMove(ruleSet(rules), trustedMove(move))
  const bar = page.getByRole('region', { name: 'What to do' })
  await bar.getByText(/Place a stone|Pick the stone|You have three stones left/).waitFor()
  if (from) await pointOf(page, from).click()
  await pointOf(page, to).click()
  if (captured) await pointOf(page, captured).click()
  else if (await bar.getByRole('button', { name: 'Take nothing' }).isVisible())
    await bar.getByRole('button', { name: 'Take nothing' }).click()
}

/** Waits until the page shows this move as the last ply. The list of moves may be behind another tab. */
export const waitForMove = ({ page }: BrowserPlayer, ply: number, move: string) =>
  page
    .locator(`[data-ply="${ply}"][aria-current="step"]`)
    .getByText(move, { exact: true })
    .waitFor({ state: 'attached' })
