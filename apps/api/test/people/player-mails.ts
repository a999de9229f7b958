import type { AddressObject, ParsedMail } from 'mailparser'
import { expect } from 'vitest'
import type { TestServer } from '../server/harness.ts'
import type { Mailbox } from '../server/mailbox.ts'
import type { TestPlayer } from './test-player.ts'

/** A player with a verified e-mail address. */
export async function verifiedPlayer(
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

/** A player's mails, sent or not, oldest first. */
export const mailsTo = ({ database }: TestServer, { accountId }: TestPlayer) =>
  database.prisma.mail.findMany({ where: { accountId }, orderBy: { id: 'asc' } })

/** The one-click unsubscribe request of a mail (RFC 8058). */
export function oneClickUnsubscribe(mail: ParsedMail): { address: string; body: string } {
  const list = mail.headers.get('list') as unknown as { unsubscribe: { url: string } }
  expect(mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  )
  return { address: new URL(list.unsubscribe.url).pathname, body: 'List-Unsubscribe=One-Click' }
}

/** Waits for a mail to a player with a matching subject. @returns the newest */
export async function newestMail(
  box: Mailbox,
  { username }: TestPlayer,
  subject: RegExp,
): Promise<ParsedMail> {
  const find = () =>
    box.mails.findLast(
      (mail) =>
        (mail.to as AddressObject).text.includes(`${username.toLowerCase()}@`) &&
        subject.test(mail.subject ?? ''),
    )
  await expect.poll(find).toBeDefined()
  return find()!
}
