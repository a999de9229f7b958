import { decodeMove, type RuleSetId, ruleSet, trustedMove } from '@tegenzet/rules'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { collectErrors } from './browser.ts'

/** A player with a browser context of their own. */
export interface BrowserPlayer {
  name: string
  page: Page
  context: BrowserContext
  /** Errors on the page's console. */
  errors: string[]
}

/** Opens a browser context and registers a player. Without animations: each would repaint the board without a GPU. */
export async function registerPlayer(browser: Browser, url: string, name: string): Promise<BrowserPlayer> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail address').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a horse on a battery')
  await page.getByRole('button', { name: 'Open an account' }).click()
  await page.getByRole('link', { name, exact: true }).waitFor()
  return { name, page, context, errors: collectErrors(page) }
}

/** White challenges black, who accepts. Both pages then show the game. @returns its id */
export async function startGame(
  white: BrowserPlayer,
  black: BrowserPlayer,
  rules: RuleSetId,
): Promise<number> {
  await white.page.goto(new URL(`/lobby/new?rules=${rules}&opponent=${black.name}`, white.page.url()).href)
  await white.page.getByRole('radio', { name: 'White' }).check()
  await white.page.getByRole('button', { name: 'Make the challenge' }).click()
  await white.page.getByText(`${black.name} has your challenge.`).waitFor()
  await black.page.goto(new URL('/lobby', black.page.url()).href)
  await black.page.getByRole('button', { name: `Accept the challenge from ${white.name}` }).click()
  await black.page.waitForURL(/\/games\/\d+$/)
  await white.page.goto(black.page.url())
  return Number(new URL(black.page.url()).pathname.split('/').at(-1))
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

/** Waits until the page shows this move as the last ply. */
export const waitForMove = ({ page }: BrowserPlayer, ply: number, move: string) =>
  page.locator(`[data-ply="${ply}"][aria-current="step"]`).getByText(move, { exact: true }).waitFor()
