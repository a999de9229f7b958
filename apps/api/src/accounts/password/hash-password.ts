import argon2 from '@node-rs/argon2'
import { RefusalError } from '../../refusal.ts'

// argon2id, the library's default algorithm: 19 MiB, two passes, as OWASP's password storage sheet has it
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords hashed at once; the thread pool is shared with files and name look-ups, which must not wait behind them. */
const AT_ONCE = 2
const WAITING = 100

/** Unicode has several spellings of one text, and keyboards differ in which they send. */
const spelling = (password: string): string => password.normalize('NFKC')

/** @throws RefusalError `unavailable` where too many wait already */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2.hash(spelling(password), COST))

/** @throws RefusalError `unavailable` where too many wait already */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => argon2.verify(hashed, spelling(password)))

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else if (queue.length < WAITING) await new Promise<void>((resolve) => queue.push(resolve))
  else throw new RefusalError('unavailable', 'Too many people log in at this moment. Try again soon.')
  try {
    return await work()
  } finally {
    // the turn is handed on, not given back, so that nobody slips in between
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
