import { whenIdle } from '$lib/when-idle.ts'
import { setOffline } from './offline.svelte.ts'

/** The last answers of the API, in the browser's storage for responses. */
const CACHE = 'answers'
/** Whose answers they are: an account's id, or empty for a visitor. Shared by all tabs. */
const OWNER = 'answers-of'
const MAX_KEPT = 300

/** What is worth looking at without a connection. */
const KEPT =
  /^\/api\/v1\/(?!.*\/(export|events)\b)(session|about|rules|bots|games|challenges|users|leaderboards|tournaments|ladders|leagues|news|account\/(notices|people|vacations))(?=[/?]|$)/

/** A proxy's answers while the server does not run. */
const UNREACHABLE = [502, 503, 504]

const read = (): string | null => {
  try {
    return localStorage.getItem(OWNER)
  } catch {
    return null
  }
}

let owner = read()

/** Keeps answers for this account from now on, and forgets those of any other. @param account null for a visitor */
export async function keepAnswersFor(account: number | null): Promise<void> {
  const next = String(account ?? '')
  if (next === owner && next === read()) return
  owner = next
  try {
    localStorage.setItem(OWNER, next)
    await globalThis.caches?.delete(CACHE)
  } catch {
    // Storage is blocked: then nothing is kept either.
  }
}

/** Keeps what the page has heard otherwise as the answer to a path. */
export const keepAnswer = (path: string, body: unknown): void =>
  keep(path, new Response(JSON.stringify(body)), owner)

/** Answers that wait until the page is idle, because keeping them takes time that an opening page needs. */
const waiting = new Map<string, { answer: Response; asker: string | null }>()

/** @param asker the owner when the question was asked: an answer for somebody else is not kept */
function keep(path: string, answer: Response, asker: string | null): void {
  if (!globalThis.caches) return
  if (waiting.size === 0) whenIdle(keepWaiting)
  waiting.set(path, { answer, asker })
}

async function keepWaiting(): Promise<void> {
  const answers = [...waiting]
  waiting.clear()
  try {
    const cache = await caches.open(CACHE)
    for (const [path, { answer, asker }] of answers) {
      // it may break off
      const body = await answer.text().catch(() => null)
      if (body === null || asker === null || asker !== owner || asker !== read()) continue
      await cache.put(path, new Response(body, { headers: { 'content-type': 'application/json' } }))
    }
    const keys = await cache.keys()
    for (const old of keys.slice(0, -MAX_KEPT)) await cache.delete(old)
  } catch {
    // The browser has no room.
  }
}

async function keptAnswer(path: string): Promise<Response | undefined> {
  try {
    if (!globalThis.caches || owner === null || owner !== read()) return undefined
    return await (await caches.open(CACHE)).match(path)
  } catch {
    return undefined
  }
}

/** Wraps `fetch`: while the server cannot be reached, its last answers are used instead. */
export const withKeptAnswers =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const path = String(input)
    const keepable = (init?.method ?? 'GET') === 'GET' && KEPT.test(path)
    const asker = owner
    try {
      const response = await fetch(input, init)
      if (UNREACHABLE.includes(response.status)) return (keepable && (await keptAnswer(path))) || response
      setOffline(false)
      if (keepable && response.status === 200) keep(path, response.clone(), asker)
      return response
    } catch (error) {
      if (!init?.signal?.aborted) setOffline(true)
      const kept = keepable && (await keptAnswer(path))
      if (kept) return kept
      throw error
    }
  }
