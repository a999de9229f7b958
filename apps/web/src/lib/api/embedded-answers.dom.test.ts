import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const PATH = '/api/v1/about'

/** Writes the server's part of a page, which comes last. */
function arrive(account: { id: number } | null, since: string): void {
  const answers = { '/api/v1/session': [200, { account }], [PATH]: [200, { embedded: true }] }
  document.body.innerHTML = `<script type="application/json" id="answers" data-since="${since}">${JSON.stringify(answers)}</script>`
}

const isLoading = (loading: boolean) =>
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(loading ? 'loading' : 'interactive')

const cameBy = (type: NavigationTimingType) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = ''
  vi.spyOn(performance, 'now').mockReturnValue(100)
  vi.stubGlobal('fetch', async () => Response.json({ embedded: false }))
  cameBy('navigate')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const load = async () => ({
  ...(await import('./embedded-answers.ts')),
  ...(await import('./expected-session.ts')),
})
const about = async ({ fetchWithEmbedded }: Awaited<ReturnType<typeof load>>) =>
  (await fetchWithEmbedded(PATH)).text()

it('finds the answers of a page that was still arriving when its scripts were evaluated', async () => {
  isLoading(true)
  const scripts = await load()
  expect([scripts.expectsSession(), scripts.pageCursor()]).toEqual([false, undefined])
  arrive({ id: 1 }, '70')
  isLoading(false)
  expect([scripts.expectsSession(), scripts.pageCursor()]).toEqual([true, '70'])
  expect(await about(scripts)).toBe('{"embedded":true}')
})

it('takes nothing from a page that is too old', async () => {
  arrive({ id: 1 }, '70')
  const scripts = await load()
  vi.spyOn(performance, 'now').mockReturnValue(20_001)
  expect(scripts.pageCursor()).toBeUndefined()
  expect(await about(scripts)).toBe('{"embedded":false}')
})

it('takes nothing from a page that the browser may have stored for a visitor hours ago', async () => {
  cameBy('back_forward')
  localStorage.setItem('logged-in', '')
  localStorage.setItem('answers-of', '1')
  arrive(null, '0')
  const scripts = await load()
  expect([scripts.expectsSession(), scripts.pageCursor()]).toEqual([true, undefined])
  expect(await about(scripts)).toBe('{"embedded":false}')
  // the answers that are kept for a player who has logged in since
  expect(localStorage.getItem('answers-of')).toBe('1')
})

it('takes a player’s page when going back, because no browser stores it', async () => {
  cameBy('back_forward')
  arrive({ id: 1 }, '70')
  const scripts = await load()
  expect(scripts.pageCursor()).toBe('70')
  expect(await about(scripts)).toBe('{"embedded":true}')
})
