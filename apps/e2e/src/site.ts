import type { Game } from '@tegenzet/contract'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { collectErrors, sharedBrowser } from './browser.ts'
import { type BrowserPlayer, registerPlayer } from './player.ts'
import { type Env, type Server, startServer } from './server.ts'

/** A server of one test file, and the browser. */
export class Site<S extends Server = Server> {
  server!: S
  browser!: Browser

  async start(server: Promise<S>): Promise<void> {
    this.server = await server
    this.browser = await sharedBrowser()
  }

  async close(): Promise<void> {
    for (const context of this.browser?.contexts() ?? []) await context.close()
    await this.server?.close()
  }

  get url(): string {
    return this.server.url
  }

  /** Registers a player with a browser context of their own. */
  register(name: string, options: BrowserContextOptions = {}): Promise<BrowserPlayer> {
    return registerPlayer(this.browser, this.url, name, options)
  }

  /** A page of somebody who is not logged in, with the errors on its console. */
  async visitor(
    options: BrowserContextOptions,
  ): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
    const context = await this.browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    return { context, page, errors: collectErrors(page) }
  }

  open({ page }: BrowserPlayer, path: string) {
    return page.goto(this.url + path)
  }

  /** A game as spectators see it. */
  async game(id: number): Promise<Game> {
    const response = await fetch(`${this.url}/api/v1/games/${id}`)
    return (await response.json()) as Game
  }
}

/** Starts a site before the tests of a file and closes it after them. @param env the server's settings, or a function that returns them */
export const useSite = (env: Env | (() => Env) = {}): Site =>
  useSiteOf(() => startServer(typeof env === 'function' ? env() : env))

/** The same with a server of another kind. */
export function useSiteOf<S extends Server>(start: () => Promise<S>): Site<S> {
  const site = new Site<S>()
  beforeAll(() => site.start(start()))
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(`The server's last lines:\n${site.server.lastLines()}`)
  })
  afterAll(() => site.close())
  return site
}
