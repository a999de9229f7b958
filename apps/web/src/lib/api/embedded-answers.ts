import type { ResponseBody } from '@tegenzet/client'
import { keepAnswersFor } from './kept-answers.ts'

/** After this time since the page was requested, the answers in it may be too old. */
const MAX_AGE_MS = 20_000

type Answer = [status: number, body: unknown]

let answers: Map<string, Answer> | undefined

function readAnswers(): Map<string, Answer> {
  const text = globalThis.document?.getElementById('answers')?.textContent
  const found = new Map<string, Answer>(text ? Object.entries(JSON.parse(text)) : [])
  const [status, session] = found.get('/api/v1/session') ?? []
  if (status === 200) keepAnswersFor((session as ResponseBody<'getSession'>).account?.id ?? null)
  return found
}

/** Whether somebody was logged in when the server wrote the page; undefined if it has not said. */
export function embeddedLogin(): boolean | undefined {
  answers ??= readAnswers()
  const [status, session] = answers.get('/api/v1/session') ?? []
  return status === 200 ? (session as ResponseBody<'getSession'>).account !== null : undefined
}

/** Where the live channel goes on after the answers in the page; undefined if they may be too old, or there are none. */
export const pageCursor = (): string | undefined =>
  performance.now() < MAX_AGE_MS ? document.getElementById('answers')?.dataset.since : undefined

/** A response whose body is read without the browser's streams, which would take time while the page opens. */
function embeddedResponse(status: number, body: string): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const response = new Response(null, { status, headers: { 'content-type': type } })
  return Object.assign(response, { text: async () => body, clone: () => embeddedResponse(status, body) })
}

/** `fetch`, but the answers that the server put into the page take no request. Each is used once. */
export const fetchWithEmbedded: typeof fetch = async (input, init) => {
  answers ??= readAnswers()
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
