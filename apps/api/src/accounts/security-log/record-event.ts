import { type Language, MAIL_STATES, NOT_ME_HOURS, type SecurityEventKind } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import type { AlertedEvent, Letter, SecurityDetails } from '../../mail/letters.ts'
import { type Mail, rewriteMail, writeMail } from '../../mail/write-mail.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { signLink } from '../credentials/mailed-link.ts'
import { emailAddress } from '../players/email-address.ts'
import { deviceOf } from './device.ts'
import { networkOf } from './network.ts'

const HOUR_MS = 3_600_000

interface RecordedChange<Kind extends SecurityEventKind = SecurityEventKind> {
  accountId: number
  kind: Kind
  /** The name of the token or app, or the new e-mail address or username. */
  subject?: string
  /** null: neither the owner nor an intruder has sent a request. */
  client: Client | null
  /** The moment that the change is stamped with too: “this was not me” undoes what was changed at it or later. */
  at: Date
}

/** A change that somebody has made, who should be the owner. */
export type MadeChange<Kind extends SecurityEventKind = SecurityEventKind> = RecordedChange<Kind> & {
  client: Client
}

/** Writes something that happened to an account into its security log. @returns the id of the event */
export async function recordEvent(
  db: Db,
  { accountId, kind, subject, client, at }: RecordedChange,
  mailedTo?: string,
): Promise<number> {
  const network = client && networkOf(client.address)
  const { id } = await db.securityEvent.create({
    data: { accountId, kind, subject, network, userAgent: client?.userAgent, mailedTo, at },
    select: { id: true },
  })
  return id
}

/**
 * Records an event and mails the owner, who can say that it was not them. The caller holds the account's lock, so that the
 * address cannot be replaced meanwhile.
 */
export const alertOwner = (deps: Deps, db: Db, change: MadeChange<AlertedEvent>): Promise<void> =>
  recordWithLetter(deps, db, change, (details) => ({
    kind: 'security-alert',
    event: change.kind,
    subject: change.subject ?? null,
    ...details,
  }))

/**
 * The same with a letter of its own. Many changes of one kind do not make many mails: a mail undoes what came at or after its
 * event, so while it waits it only tells of the newest change instead. The one after it waits until an hour after its event.
 * @param mail the recipient is by default the account's address, and the mail is sent for as long as “this was not me” works
 */
export async function recordWithLetter(
  deps: Deps,
  db: Db,
  change: MadeChange,
  letter: (details: SecurityDetails & { username: string }) => Letter,
  mail: Partial<Pick<Mail, 'recipient' | 'expiresAt' | 'wasConfirmed'>> = {},
): Promise<void> {
  const { accountId, client, at } = change
  const account = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  const mailedTo = mail.recipient ?? emailAddress(account.email)
  if (mailedTo === null) {
    await recordEvent(db, change)
    return
  }
  const last = await readLastMail(db, change, mailedTo, new Date(at.getTime() - HOUR_MS))
  const isWaiting = last?.state === 'waiting'
  const recorded = await recordEvent(db, change, isWaiting ? undefined : mailedTo)
  const id = isWaiting ? last.id : recorded
  const notMeUntil = new Date(at.getTime() + NOT_ME_HOURS * HOUR_MS)
  const { browser, system } = deviceOf(client.userAgent)
  await (isWaiting ? rewriteMail : writeMail)(deps, db, {
    key: `security:${id}`,
    accountId,
    recipient: mailedTo,
    wasConfirmed: mail.wasConfirmed ?? false,
    nextAt: last?.state === 'sent' ? new Date(last.at.getTime() + HOUR_MS) : at,
    language: account.language as Language,
    letter: letter({
      username: account.name,
      device: [browser, system].filter((part) => part !== null).join(', '),
      network: networkOf(client.address),
      at,
      timezone: account.timezone,
      notMe: signLink(deps, 'not-me', id, [change.kind, mailedTo], notMeUntil),
    }),
    expiresAt: mail.expiresAt ?? notMeUntil,
  })
}

const lastSchema = z.object({ id: z.int(), at: z.date(), state: z.enum(MAIL_STATES) })

/** The mail about the newest event of a kind that came after a moment and was mailed to this address, unless “this was not me” came later. */
async function readLastMail(
  db: Db,
  { accountId, kind }: RecordedChange,
  mailedTo: string,
  after: Date,
): Promise<z.output<typeof lastSchema> | undefined> {
  const [last] = await readRows(
    db,
    lastSchema,
    Prisma.sql`
      SELECT e.id, e.at, m.state FROM security_events e JOIN mails m ON m.key = 'security:' || e.id
      WHERE e.account_id = ${accountId} AND e.kind = ${kind} AND e.mailed_to = ${mailedTo}
        AND e.at > ${after}::timestamptz
        AND NOT EXISTS (
          SELECT FROM security_events s WHERE s.account_id = e.account_id AND s.kind = 'secured' AND s.id > e.id)
      ORDER BY e.id DESC LIMIT 1`,
  )
  return last
}
