import { decodeMove, type RuleSetId, ruleSet, trustedMove } from '@tegenzet/rules'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { complaintsOf } from './browser.ts'

/** A person at a browser of their own. */
export interface Person {
  name: string
  page: Page
  context: BrowserContext
  /** What the page complained of; a test expects none but those it causes. */
  complaints: string[]
}

/** Opens a browser of their own and registers, as a newcomer does. */
export async function newcomer(browser: Browser, url: string, name: string): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail address').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a horse on a battery')
  await page.getByRole('button', { name: 'Open an account' }).click()
  await page.getByRole('link', { name, exact: true }).waitFor()
  return { name, page, context, complaints: complaintsOf(page) }
}

/** One challenges the other to a game and plays white; the other accepts. Both end on the game's page. */
export async function beginGame(white: Person, black: Person, rules: RuleSetId): Promise<number> {
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

/** Picks a move on the board, point by point, and sends it. */
export async function playMove({ page }: Person, rules: RuleSetId, move: string): Promise<void> {
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

/** Waits until the page shows this move as the ply that was played last. */
export const sees = ({ page }: Person, ply: number, move: string) =>
  page.locator(`[data-ply="${ply}"][aria-current="step"]`).getByText(move, { exact: true }).waitFor()
