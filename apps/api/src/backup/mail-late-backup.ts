import type { Language } from '@tegenzet/contract'
import type { Deps } from '../deps.ts'
import { writeMail } from '../mail/write-mail.ts'
import { type Db, inTransaction } from '../store/transaction.ts'

const WEEK_MS = 7 * 86_400_000
/** Its row in `leases` says that the admins were told. */
const TOLD = 'backup-late'

/** Tells the admins once that the newest backup is too old, and again only after there was a good one. */
export async function mailLateBackup(deps: Deps, db: Db, isLate: boolean): Promise<void> {
  if (!isLate) {
    await db.lease.deleteMany({ where: { name: TOLD } })
    return
  }
  const at = deps.now()
  await inTransaction(db, async (tx) => {
    const { count } = await tx.lease.createMany({ data: { name: TOLD, at }, skipDuplicates: true })
    if (count === 0) return
    for (const { id, name, email, language } of await tx.account.findMany({ where: { role: 'admin' } }))
      await writeMail(deps, tx, {
        key: `backup-late:${id}:${at.getTime()}`,
        accountId: id,
        recipient: email,
        language: language as Language,
        letter: { kind: 'backup-late', username: name, link: `${deps.config.publicUrl}/admin` },
        expiresAt: new Date(at.getTime() + WEEK_MS),
      })
  })
}
