import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { lockOwnAccount } from '../credentials/credential-refused.ts'
import { proofRefused } from '../proof/require-proof.ts'
import { alertOwner } from '../security-log/record-event.ts'
import type { Person } from './person.ts'

interface NewIdentity {
  person: Person
  caller: Caller
  client: Client
}

/** Links whom the provider has logged in with the caller's account. */
export async function addIdentity(
  deps: Deps,
  db: Db,
  { person: { issuer, subject }, caller, client }: NewIdentity,
): Promise<Refused | null> {
  const { accountId } = caller
  try {
    const result = await inTransaction(db, async (tx) => {
      const ended = await lockOwnAccount(deps, tx, caller)
      if (ended) return ended
      const unproved = await proofRefused(deps, tx, caller, 'unless-first')
      if (unproved) return unproved
      const at = deps.now()
      await tx.identity.create({
        data: { accountId, issuer, subject, createdAt: at },
        select: { id: true },
      })
      const subjectOfEvent = deps.config.oidc?.name
      await alertOwner(deps, tx, { accountId, kind: 'identity-linked', subject: subjectOfEvent, client, at })
      return null
    })
    return result
  } catch (error) {
    if (violatedIndex(error) !== 'identities_issuer_subject_key') throw error
    const { accountId: owner } = await db.identity.findUniqueOrThrow({
      where: { issuer_subject: { issuer, subject } },
    })
    return owner === accountId ? null : refuse('conflict', 'This identity belongs to another account.')
  }
}
