import { type Language, NOT_ME_HOURS, type SecurityEventKind } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import type { AlertedEvent, Letter, SecurityDetails } from '../../mail/letters.ts'
import { writeMail } from '../../mail/write-mail.ts'
import type { Tx } from '../../store/transaction.ts'
import { signLink } from '../credentials/mailed-link.ts'
import { deviceOf } from './device.ts'
import { networkOf } from './network.ts'

const HOUR_MS = 3_600_000

export interface RecordedChange<Kind extends SecurityEventKind = SecurityEventKind> {
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
  tx: Tx,
  { accountId, kind, subject, client, at }: RecordedChange,
  mailedTo?: string,
): Promise<number> {
  const network = client && networkOf(client.address)
  const { id } = await tx.securityEvent.create({
    data: { accountId, kind, subject, network, userAgent: client?.userAgent, mailedTo, at },
    select: { id: true },
  })
  return id
}

/**
 * Records an event and mails the owner, who can say that it was not them. The caller holds the account's lock, so that the
 * address cannot be replaced meanwhile.
 */
export const alertOwner = (deps: Deps, tx: Tx, change: MadeChange<AlertedEvent>): Promise<void> =>
  recordWithLetter(deps, tx, change, (details) => ({
    ...{ kind: 'security-alert', event: change.kind, subject: change.subject ?? null },
    ...details,
  }))

/**
 * The same with a letter of its own.
 * @param mail the recipient is by default the account's address, and the mail is sent for as long as “this was not me” works
 */
export async function recordWithLetter(
  deps: Deps,
  tx: Tx,
  change: MadeChange,
  letter: (details: SecurityDetails & { username: string }) => Letter,
  mail: { recipient?: string; expiresAt?: Date } = {},
): Promise<void> {
  const { accountId, client, at } = change
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } })
  const mailedTo = mail.recipient ?? account.email
  const id = await recordEvent(tx, change, mailedTo)
  const notMeUntil = new Date(at.getTime() + NOT_ME_HOURS * HOUR_MS)
  const { browser, system } = deviceOf(client.userAgent)
  await writeMail(deps, tx, {
    key: `security:${id}`,
    accountId,
    recipient: mailedTo,
    language: account.language as Language,
    letter: letter({
      username: account.name,
      device: [browser, system].filter((part) => part !== null).join(', '),
      network: networkOf(client.address),
      ...{ at, timezone: account.timezone },
      notMe: signLink(deps, 'not-me', id, [change.kind, mailedTo], notMeUntil),
    }),
    expiresAt: mail.expiresAt ?? notMeUntil,
  })
}
