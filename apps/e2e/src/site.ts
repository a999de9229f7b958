import type { Game } from '@tegenzet/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openBrowser } from './browser.ts'
import { type BrowserPlayer, registerPlayer } from './player.ts'
import { type Server, startServer } from './server.ts'

type Env = Record<string, string>

/** A server and a browser, shared by the tests of one file. They run only while tests and hooks run. */
export class Site {
  server!: Server
  browser!: Browser

  async start(env: Env): Promise<void> {
    this.server = await startServer(env)
    this.browser = await openBrowser()
  }

  async close(): Promise<void> {
    await this.browser?.close()
    await this.server?.close()
  }

  get url(): string {
    return this.server.url
  }

  /** Registers a player with a browser context of their own. */
  register(name: string): Promise<BrowserPlayer> {
    return registerPlayer(this.browser, this.url, name)
  }

  open({ page }: BrowserPlayer, path: string) {
    return page.goto(this.url + path)
  }

  /** Calls the API with a player's session. @param path below `/api/v1` */
  async call({ context }: Pick<BrowserPlayer, 'context'>, method: string, path: string, data?: unknown) {
    const response = await context.request.fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { origin: this.url },
      data,
    })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }

  /** A game as spectators see it. */
  async game(id: number): Promise<Game> {
    const response = await fetch(`${this.url}/api/v1/games/${id}`)
    return (await response.json()) as Game
  }
}

/** Starts a site before the tests of a file and closes it after them. @param env the server's settings, or a function that returns them */
export function useSite(env: Env | (() => Env) = {}): Site {
  const site = new Site()
  beforeAll(() => site.start(typeof env === 'function' ? env() : env))
  afterAll(() => site.close())
  return site
}
