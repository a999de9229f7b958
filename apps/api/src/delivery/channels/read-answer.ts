import { z } from 'zod'
import type { Answer } from '../guarded-calls/call-url.ts'

const MAX_DETAIL = 200
const SECOND = 1000
/** A service that asks for more is tried again after this. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * SECOND

/** The fields of errors that the services document. */
const errorSchema = z
  .object({
    /** Discord, Mattermost */
    message: z.string(),
    /** ntfy, hookshot, Rocket.Chat */
    error: z.string(),
    /** Telegram */
    description: z.string(),
    /** Discord, in seconds */
    retry_after: z.number(),
    /** Telegram, in seconds */
    parameters: z.object({ retry_after: z.number() }).partial(),
  })
  .partial()
/** Slack answers with a word, such as `no_service`. */
const WORD = /^[a-z]+(_[a-z]+)*$/

/**
 * The first sentence of the error that a service describes in a field known for that. Nothing else of its answer is shown,
 * because the address may belong to something that is none of the owner's business.
 * @param address never part of it, because it gives access
 */
export function detailOf({ body }: Pick<Answer, 'body'>, address: string): string | null {
  const { message, error, description } = readError(body)
  const said = message ?? error ?? description ?? (WORD.test(body.trim()) ? body.trim() : null)
  if (said === null) return null
  const [sentence = ''] = /^.*?(?:[.!?](?=\s|$)|$)/.exec(said.replace(/[\p{C}\s]+/gu, ' ').trim()) ?? []
  const shown = sentence.slice(0, MAX_DETAIL).toWellFormed()
  return shown === '' || secretParts(address).some((part) => shown.includes(part)) ? null : shown
}

/** How long a service that answered 429 asks to wait; null: it does not say. */
export function waitOf({ body, retryAfter }: Answer, now: Date): number | null {
  const { retry_after, parameters } = readError(body)
  const waits = [retry_after, parameters?.retry_after]
    .flatMap((seconds) => (seconds === undefined ? [] : seconds * SECOND))
    .concat(headerWait(retryAfter, now) ?? [])
    .filter((ms) => Number.isFinite(ms) && ms >= 0)
  return waits.length === 0 ? null : Math.min(LONGEST_WAIT_MS, Math.ceil(Math.max(...waits)))
}

/** `Retry-After` is a number of seconds or a date. */
function headerWait(value: string | null, now: Date): number | null {
  if (value === null) return null
  const seconds = Number(value)
  return Number.isNaN(seconds) ? Date.parse(value) - now.getTime() : seconds * SECOND
}

function readError(body: string): z.output<typeof errorSchema> {
  try {
    return errorSchema.safeParse(JSON.parse(body)).data ?? {}
  } catch {
    return {}
  }
}

/** Shorter parts of an address are words, such as `api`. */
const SECRET_LENGTH = 8
const secretParts = (address: string): string[] => {
  const { pathname, searchParams } = new URL(address)
  return [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= SECRET_LENGTH)
}
