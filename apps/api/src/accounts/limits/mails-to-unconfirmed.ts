import type { RateLimit } from './rate-counters.ts'

const DAY_MS = 86_400_000

/**
 * Limits the mails to a mailbox that has not confirmed the address they go to, over all accounts and all ways to spell the
 * address: it may be a stranger's.
 */
export const mailsToUnconfirmed = (email: string): RateLimit => ({
  key: ['unconfirmed-mail', mailboxOf(email)],
  max: 10,
  windowMs: DAY_MS,
})

/** The mailbox behind an address, as far as it shows: many hosts ignore what follows a `+`, and Gmail ignores dots. */
export function mailboxOf(address: string): string {
  const [, local = '', host = ''] = /^([^+@]*).*@(.*)$/.exec(address.toLowerCase()) ?? []
  return /^g(oogle)?mail\.com$/.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`
}
