import type { ResponseBody } from '@tegenzet/client'
import { keepAnswersFor } from './kept-answers.ts'

/** After this time since the page was requested, the answers in it may be too old. */
const MAX_AGE_MS = 20_000

type Answer = [status: number, body: unknown]

interface Embedded {
  answers: Map<string, Answer>
  /** Whether somebody was logged in when the server wrote the page; undefined if it has not said. */
  loggedIn?: boolean
  /** What the server tells about itself. */
  about?: ResponseBody<'getAbout'> | undefined
  /** Where the live channel goes on after the answers. */
  since?: string | undefined
}

let known: Embedded | undefined

/** What the server put into the page. The scripts are evaluated before all of the page is there. */
function embedded(): Embedded {
  if (known) return known
  const element = globalThis.document?.getElementById('answers')
  if (!element && globalThis.document?.readyState === 'loading') return { answers: new Map() }
  known = element ? read(element) : { answers: new Map() }
  return known
}

function read({ textContent, dataset }: HTMLElement): Embedded {
  const answers = new Map<string, Answer>(textContent ? Object.entries(JSON.parse(textContent)) : [])
  const [status, session] = answers.get('/api/v1/session') ?? []
  const { since } = dataset
  const [aboutStatus, aboutBody] = answers.get('/api/v1/about') ?? []
  const about = aboutStatus === 200 ? (aboutBody as ResponseBody<'getAbout'>) : undefined
  if (status !== 200) return { answers, since, about }
  const { account } = session as ResponseBody<'getSession'>
  // a browser may store the pages of visitors, and shows them without asking, however old, to a reader who goes back
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!account && navigation?.type === 'back_forward') return { answers: new Map() }
  keepAnswersFor(account?.id ?? null)
  return { answers, loggedIn: account !== null, since, about }
}

export const embeddedLogin = (): boolean | undefined => embedded().loggedIn

/** Known from the page's first moment, before its answer is taken. */
export const embeddedAbout = (): ResponseBody<'getAbout'> | undefined => embedded().about

/** Where the live channel goes on after the answers in the page; undefined if they may be too old, or there are none. */
export const pageCursor = (): string | undefined =>
  performance.now() < MAX_AGE_MS ? embedded().since : undefined

/** A response whose body is read without the browser's streams, which would take time while the page opens. */
function embeddedResponse(status: number, body: string): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const response = new Response(null, { status, headers: { 'content-type': type } })
  return Object.assign(response, { text: async () => body, clone: () => embeddedResponse(status, body) })
}

/** `fetch`, but the answers that the server put into the page take no request. Each is used once. */
export const fetchWithEmbedded: typeof fetch = async (input, init) => {
  const { answers } = embedded()
  if (answers.size > 0 && performance.now() < MAX_AGE_MS) {
    const key = String(input)
    const answer = (init?.method ?? 'GET') === 'GET' && answers.get(key)
    if (answer) {
      answers.delete(key)
      const [status, body] = answer
      return embeddedResponse(status, JSON.stringify(body))
    }
  }
  return fetch(input, init)
}
