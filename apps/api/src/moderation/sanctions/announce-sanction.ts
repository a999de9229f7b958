import type { Language, Sanction } from '@tegenzet/contract'
import { dateLocale } from '@tegenzet/texts/date-locale'
import { appealLink } from '../../accounts/access/account-closed.ts'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { append } from '../../outbox/append.ts'
import type { Db, Tx } from '../../store/transaction.ts'

const WEEK_MS = 7 * 86_400_000

/** Records a new or lifted sanction, tells the player live and by notification, and mails why and how to appeal. */
export async function announceSanction(deps: Deps, tx: Tx, sanction: Sanction): Promise<void> {
  const { id, kind: sanctionKind, player, lifted, until } = sanction
  const { by, reason, at } = lifted ?? { ...sanction, at: sanction.createdAt }
  await recordAct(tx, {
    kind: lifted ? 'sanction-lifted' : 'sanction-imposed',
    byId: by.id,
    playerId: player.id,
    reason,
    at: new Date(at),
    details: { sanction: id, sanctionKind, until },
  })
  const event = { type: 'sanction', sanction } as const
  await append(tx, [{ event, playerIds: [player.id] }], { by: by.id, at: new Date(at) })
  await mailSanction(deps, tx, sanction)
}

async function mailSanction(
  deps: Deps,
  db: Db,
  { id, kind: sanctionKind, player, reason, until, lifted }: Sanction,
): Promise<void> {
  const account = await db.account.findUnique({ where: { playerId: player.id } })
  if (!account) return
  const { id: accountId, email, name: username, timezone } = account
  const language = account.language as Language
  const common = { username, sanctionKind }
  const page = `${deps.config.publicUrl}/account`
  const link = sanctionKind === 'close' && !lifted ? appealLink(deps, accountId, id) : page
  await writeMail(deps, db, {
    accountId,
    recipient: email,
    language,
    key: `${lifted ? 'sanction-lifted' : 'sanctioned'}:${id}`,
    letter: lifted
      ? { kind: 'sanction-lifted', ...common, reason: lifted.reason, link }
      : {
          kind: 'sanctioned',
          ...common,
          reason,
          until: until && formatInstant(until, language, timezone),
          link,
        },
    expiresAt: new Date(deps.now().getTime() + WEEK_MS),
  })
}

const formatInstant = (instant: string, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )
