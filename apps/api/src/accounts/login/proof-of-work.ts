import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PuzzleSolution, RegistrationPuzzle } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import { type Refused, refuse } from '../../refusal.ts'

const LIFETIME_MS = 10 * 60_000

/**
 * A proof-of-work puzzle (as Hashcash). It is signed instead of stored, and a solution holds for one username, so that it
 * makes one account at most.
 * @returns null if the host asks for none
 */
export function newProofOfWork({ config, now }: Pick<Deps, 'config' | 'now'>): RegistrationPuzzle | null {
  const bits = config.registrationPuzzle
  if (bits === 0) return null
  const expiresAt = new Date(now().getTime() + LIFETIME_MS)
  return { text: signed(config, `${expiresAt.getTime()}`), bits, expiresAt: expiresAt.toISOString() }
}

/** Refuses a registration without the solution of a puzzle, if the host asks for one. */
export function workRefused(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  username: string,
  solution: PuzzleSolution | undefined,
): Refused | null {
  const bits = config.registrationPuzzle
  if (bits === 0) return null
  if (!solution) return needed('Registering needs the solution of a puzzle. Get one from')
  const [expiresAt = ''] = solution.text.split('.')
  if (!isSame(solution.text, signed(config, expiresAt)) || Number(expiresAt) <= now().getTime())
    return needed('This server did not make this puzzle, or it is older than ten minutes. Get a new one from')
  if (leadingZeroBits(hashOf(username, solution)) < bits)
    return needed('This does not solve the puzzle for this username. Get a new one from')
  return null
}

const needed = (why: string): Refused =>
  refuse('puzzle-needed', `${why} GET /api/v1/accounts/puzzle; the API guide says how to solve it.`)

const signed = ({ secret }: Deps['config'], expiresAt: string): string =>
  `${expiresAt}.${createHmac('sha256', secret).update(`registration puzzle ${expiresAt}`).digest('base64url')}`

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const hashOf = (username: string, { text, nonce }: PuzzleSolution): Buffer =>
  createHash('sha256').update(`${text}:${username.toLowerCase()}:${nonce}`).digest()

const leadingZeroBits = (hash: Buffer): number => Math.clz32(hash.readUInt32BE())
