import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { codeOf } from './registered-person.ts'
import { openTravellingBrowser, type TravellingBrowser } from './travelling-browser.ts'

// A site whose people log in with the host's provider. The files of tests run one after the other.

export const PUBLIC_URL = 'http://127.0.0.1:3000'
export const START = '/api/v1/session/oidc'

export let idp: IdentityProvider
export let server: TestServer
export const servers: TestServer[] = []

/** Starts the provider and a site before the tests of a file, and closes them after it. */
export function useOidcSite(): void {
  beforeAll(async () => {
    idp = await startIdentityProvider(PUBLIC_URL)
    server = await withProvider({})
  })
  afterAll(async () => {
    for (const each of servers.splice(0).reverse()) await each.close()
    await idp?.close()
  })
  // discovery is kept for ten seconds
  beforeEach(() => server.clock.advance(11_000))
  afterEach(() => idp.lies.clear())
}

/** A site on the same database as the first one, with other settings. */
export async function withProvider(env: Record<string, string>): Promise<TestServer> {
  const started = await startServer({
    now: servers[0]?.clock.now() ?? new Date(),
    env: {
      OIDC_ISSUER: idp.issuer,
      ...CLIENT,
      OIDC_NAME: 'Molenclub',
      REGISTER_LIMIT: '1000',
      ADMINS: 'chief',
      ...env,
    },
    ...(servers[0] && { database: servers[0].database }),
  })
  servers.push(started)
  return started
}

let serial = 0
/** Somebody whom the provider knows, who sits in front of the browser now. */
export function somebody(claims: Record<string, unknown> = {}): { sub: string; name: string } {
  const name = `oidc${++serial}`
  const sub = `subject-${serial}`
  idp.people.set(sub, { preferred_username: name, ...claims } as never)
  idp.at.sub = sub
  return { sub, name }
}
export const callsOf = (browser: TravellingBrowser, on = server): CallOperation =>
  createCaller(on.url, { cookie: browser.cookie(), origin: PUBLIC_URL })
export const accountOf = async (browser: TravellingBrowser, on = server) =>
  (await callsOf(browser, on)('getSession')).body.account
export const where = ([at]: URL[]) => `${at!.pathname}${at!.search}`
export const complete = async (browser: TravellingBrowser, body: object, on = server) => {
  const answer = await callsOf(browser, on)('completeOidc', { body })
  browser.keep(answer.headers)
  return answer
}
/** Comes for the first time and takes the username that is offered. */
export async function newcomer(claims: Record<string, unknown> = {}, on = server) {
  const person = somebody(claims)
  const browser = openTravellingBrowser(on)
  expect(where(await browser.travel(START))).toBe('/login/continue')
  const answer = await complete(browser, { username: person.name }, on)
  expect(codeOf(answer)).toBe(200)
  return { ...person, browser, account: answer.body.account }
}
export const event = async (browser: TravellingBrowser) =>
  (await callsOf(browser)('listSecurityEvents')).body.items.map(({ kind }: any) => kind)
