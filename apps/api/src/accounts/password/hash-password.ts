import argon2 from '@node-rs/argon2'
import { RefusalError } from '../../refusal.ts'

// argon2id, the library's default algorithm, with the cost that OWASP's password storage cheat sheet recommends
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares its threads with file and DNS access, which must not wait behind it. */
const MAX_RUNNING = 2
const MAX_WAITING = 100

/** Unicode can spell the same text in several ways, and keyboards differ in which they send. */
const normalized = (password: string): string => password.normalize('NFKC')

/** @throws RefusalError `unavailable` if too many are waiting */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2.hash(normalized(password), COST))

/** @throws RefusalError `unavailable` if too many are waiting */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => argon2.verify(hashed, normalized(password)))

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running++
  else if (queue.length < MAX_WAITING) await new Promise<void>((resolve) => queue.push(resolve))
  else throw new RefusalError('unavailable', 'Too many people are logging in. Try again soon.')
  try {
    return await work()
  } finally {
    // hands its turn on instead of giving it back, so that no newcomer overtakes the queue
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
