import argon2 from '@node-rs/argon2'
import { RefusalError } from '../../refusal.ts'

// argon2id, the library's default algorithm, with the cost that OWASP's password storage cheat sheet recommends
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares its threads with file and DNS access, which must not wait behind it. */
const MAX_RUNNING = 2
const MAX_WAITING = 500
/** Of one address, so that nobody can fill the queue alone. */
const MAX_WAITING_BY_ADDRESS = 10

/** Unicode can spell the same text in several ways, and keyboards differ in which they send. */
const normalized = (password: string): string => password.normalize('NFKC')

/** @throws RefusalError if too many are waiting: `rate-limited` at this address, `unavailable` at all */
export const hashPassword = (password: string, address: string): Promise<string> =>
  inTurn(address, () => argon2.hash(normalized(password), COST))

/** @throws RefusalError as hashPassword */
export const verifyPassword = (hashed: string, password: string, address: string): Promise<boolean> =>
  inTurn(address, () => argon2.verify(hashed, normalized(password)))

let running = 0
let waiting = 0
/** The queues of the addresses, which take turns. */
const queues = new Map<string, (() => void)[]>()

async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running++
  else await join(address)
  try {
    return await work()
  } finally {
    // hands its turn on instead of giving it back, so that no newcomer overtakes the queue
    const next = takeNext()
    if (next) next()
    else running--
  }
}

function join(address: string): Promise<void> {
  const queue = queues.get(address) ?? []
  if (queue.length >= MAX_WAITING_BY_ADDRESS)
    throw new RefusalError('rate-limited', 'Too many log-ins at once from your address. Try again soon.')
  if (waiting >= MAX_WAITING)
    throw new RefusalError('unavailable', 'Too many people are logging in. Try again soon.')
  queues.set(address, queue)
  waiting++
  return new Promise((resolve) => queue.push(resolve))
}

/** Takes from the address whose turn it is, and puts that address last. */
function takeNext(): (() => void) | undefined {
  const [first] = queues
  if (!first) return undefined
  const [address, queue] = first
  queues.delete(address)
  const next = queue.shift()
  if (queue.length > 0) queues.set(address, queue)
  waiting--
  return next
}
