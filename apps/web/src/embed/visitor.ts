import { ApiError, createClient } from '@tegenzet/client'
import { m } from '@tegenzet/texts/messages'

/** Answers of the API that the server put into the page, by path. Each is used once. */
const answers = new Map<string, [status: number, body: unknown]>(
  Object.entries(JSON.parse(document.getElementById('answers')?.textContent || '{}')),
)

/** `fetch` without cookies: the reader of somebody else's page is a visitor here, also after a log-in. */
const fetchAsVisitor: typeof fetch = async (input, init) => {
  const path = String(input)
  const answer = answers.get(path)
  answers.delete(path)
  if (!answer) return fetch(input, { ...init, credentials: 'omit' })
  const [status, body] = answer
  const headers = { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }
  return new Response(JSON.stringify(body), { status, headers })
}

export const api = createClient({ fetch: fetchAsVisitor })

/** Why something cannot be shown, in one line. */
export const failureLine = (error: unknown): string =>
  error instanceof ApiError && error.status < 429 ? m.embed_gone() : m.embed_failed()
