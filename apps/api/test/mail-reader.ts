import type { AddressObject, ParsedMail } from 'mailparser'
import { expect } from 'vitest'
import type { TestPlayer, TestServer } from './harness.ts'
import type { Mailbox } from './mailbox.ts'

/** With an address that is theirs. */
export async function mailReader(
  server: TestServer,
  name: string,
  settings: { language?: string; timezone?: string; quietFrom?: string; quietTo?: string } = {},
): Promise<TestPlayer> {
  const player = await server.player(name)
  await server.database.prisma.account.update({
    where: { id: player.accountId },
    data: { emailVerified: true, ...settings },
  })
  return player
}

/** What is to be mailed to somebody, sent or not, the oldest first. */
export const mailsTo = ({ database }: TestServer, { accountId }: TestPlayer) =>
  database.prisma.mail.findMany({ where: { accountId }, orderBy: { id: 'asc' } })

/** As a mail program does it, by the headers that RFC 8058 asks for. */
export function oneClick(mail: ParsedMail): { address: string; body: string } {
  const list = mail.headers.get('list') as unknown as { unsubscribe: { url: string } }
  expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  )
  return { address: new URL(list.unsubscribe.url).pathname, body: 'List-Unsubscribe=One-Click' }
}

/** The newest mail of a subject to somebody. */
export const newest = (box: Mailbox, { username }: TestPlayer, subject: RegExp) =>
  expect
    .poll(
      () =>
        box.mails.findLast(
          (mail) =>
            (mail.to as AddressObject).text.includes(`${username.toLowerCase()}@`) &&
            subject.test(mail.subject ?? ''),
        ),
      { timeout: 15_000 },
    )
    .toBeDefined()
    .then(
      () =>
        box.mails.findLast(
          (mail) =>
            (mail.to as AddressObject).text.includes(`${username.toLowerCase()}@`) &&
            subject.test(mail.subject ?? ''),
        )!,
    )
