import { expect, test } from 'vitest'
import { mailboxOf } from './mails-to-unconfirmed.ts'

test.each([
  ['Anna@Example.org', 'anna@example.org'],
  ['anna+1@example.org', 'anna@example.org'],
  ['an.na@example.org', 'an.na@example.org'],
  ['an.na+x+y@googlemail.com', 'anna@gmail.com'],
])('mail to %s arrives in the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
