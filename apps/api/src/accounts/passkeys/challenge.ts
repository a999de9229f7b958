import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import { countAttempt } from '../limits/rate-counters.ts'

const LIFETIME_MS = 5 * 60_000
const RANDOM_BYTES = 16
const TIME_BYTES = 6

/** What the challenge is for: adding a passkey to an account, or logging in. */
type Purpose = `add to ${number}` | 'log in'

const sign = ({ config }: Pick<Deps, 'config'>, purpose: Purpose, body: Uint8Array): Buffer =>
  createHmac('sha256', config.secret)
    .update(JSON.stringify(['passkey challenge', purpose]))
    .update(body)
    .digest()

/** Random, with its expiry and a signature, so that nothing is stored for people who only open the login page. */
export function newChallenge(deps: Pick<Deps, 'config' | 'now'>, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const expires = Buffer.alloc(TIME_BYTES)
  expires.writeUIntBE(deps.now().getTime() + LIFETIME_MS, 0, TIME_BYTES)
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), expires])
  return new Uint8Array(Buffer.concat([body, sign(deps, purpose, body)]))
}

/** Whether this server made the challenge for this purpose, and it has not expired. */
function isOwnChallenge(deps: Pick<Deps, 'config' | 'now'>, purpose: Purpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const signature = bytes.subarray(body.length)
  const expected = sign(deps, purpose, body)
  return (
    signature.length === expected.length &&
    timingSafeEqual(signature, expected) &&
    body.readUIntBE(RANDOM_BYTES, TIME_BYTES) > deps.now().getTime()
  )
}

/** The challenge that a browser's answer names. @returns null if the answer is malformed, or the challenge is not ours */
export function ownChallengeIn(
  deps: Pick<Deps, 'config' | 'now'>,
  purpose: Purpose,
  clientDataJSON: string,
): string | null {
  const { data } = clientDataSchema.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()))
  return data && isOwnChallenge(deps, purpose, data.challenge) ? data.challenge : null
}

const clientDataSchema = z.object({ challenge: z.string() })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @returns false if the challenge was used before, on whichever process */
export async function useChallenge(deps: Pick<Deps, 'now'>, db: Db, challenge: string): Promise<boolean> {
  const once = { key: ['passkey-challenge', challenge], max: 1, windowMs: LIFETIME_MS }
  return (await countAttempt(deps, db, once)).ok
}
