import { ok, type Result } from '@tegenzet/common'
import type { AccountKind, Language, Role } from '@tegenzet/contract'
import type { AccountModel, PlayerModel, Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { mailVerification } from '../email/mail-verification.ts'
import { mailsToUnconfirmed } from '../limits/mails-to-unconfirmed.ts'
import { countAttempt, type RateLimit } from '../limits/rate-counters.ts'
import { limitOf } from '../limits/roomy-addresses.ts'
import { isFormerName } from '../names/former-names.ts'
import { passwordRow } from '../password/password-row.ts'
import { addresslessPlaceholder } from '../players/email-address.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { type Redemption, redeemInvitation } from '../site-invitations/redeem-invitation.ts'

const HOUR_MS = 3_600_000

export interface NewAccount {
  username: string
  /** In lower case. null: none that is known, or that is not another account's. */
  email: { address: string; verified: boolean } | null
  language?: Language | undefined
  kind: AccountKind
  role: Role
  /** With what its owner logs in. */
  credential: { passwordHash: string } | { identity: { issuer: string; subject: string } }
  /** null: none is needed. */
  invitation: Redemption | null
  /** A guest keeps their player. Anybody else gets a new one. */
  caller: Caller | null
  client: Client
}

/** New accounts of a client. */
export const registrationLimit = async (deps: Deps, db: Db, { address }: Client): Promise<RateLimit> => ({
  key: ['register', address],
  max: await limitOf(deps, db, address, deps.config.limits.registrations),
  windowMs: HOUR_MS,
})

/**
 * Writes the player, the account, with what its owner logs in, and the mail to verify the address. Unique indexes decide
 * between two registrations at once.
 * @returns the account's id
 */
export async function insertAccount(deps: Deps, db: Db, added: NewAccount): Promise<Result<number, Refusal>> {
  const { username, email, language, kind, role, invitation, caller, client } = added
  const createdAt = deps.now()
  try {
    return await inTransaction(db, async (tx) => {
      const player = { username, usernameKey: username.toLowerCase(), kind }
      // a guest counts as a new account from now on, so that no one can register with accounts made long before
      const account = {
        name: username,
        ...(language && { language }),
        emailVerified: email?.verified ?? false,
        role,
        createdAt,
        updatedAt: createdAt,
      }
      const written = caller?.guest
        ? await updateGuest(tx, caller, player, account, email?.address)
        : await createPlayer(tx, { ...player, createdAt }, account, email?.address)
      if (!written) return refuse('conflict', 'This guest has just registered.')
      const { id, playerId } = written
      await addCredential(tx, id, added.credential, createdAt)
      // now, because the name may just have been taken from an account that is being erased
      if (await isFormerName(tx, username)) return usernameTaken(username)
      if (invitation) {
        const redeemed = await redeemInvitation(deps.config, tx, invitation)
        if (!redeemed.ok) return redeemed
        await tx.invitedPlayer.create({ data: { invitationId: redeemed.value, playerId, createdAt } })
      }
      await recordEvent(tx, { accountId: id, kind: 'registered', client, at: createdAt })
      // without the mail the account can do all but what needs a confirmed address, and ask for it later
      if (email && !email.verified && (await countAttempt(deps, tx, mailsToUnconfirmed(email.address))).ok)
        await mailVerification(deps, tx, 'verify-email', {
          id,
          name: username,
          email: email.address,
          language: written.language as Language,
        })
      return ok(id)
    })
  } catch (error) {
    switch (violatedIndex(error)) {
      case 'players_username_key_key':
        return usernameTaken(username)
      case 'accounts_email_key':
        return refuse('email-taken', 'This e-mail address already belongs to an account.')
      case 'identities_issuer_subject_key':
        return refuse('conflict', 'This person has just been given an account. Log in again.')
      default:
        throw error
    }
  }
}

type NewPlayer = Pick<PlayerModel, 'username' | 'usernameKey' | 'kind'>
type AccountColumns = Omit<Prisma.AccountUncheckedCreateInput, 'playerId' | 'email'>
type Written = Pick<AccountModel, 'id' | 'playerId' | 'language'>
const WRITTEN = { id: true, playerId: true, language: true }

async function createPlayer(
  db: Db,
  player: NewPlayer & { createdAt: Date },
  account: AccountColumns,
  address: string | undefined,
): Promise<Written> {
  const { id: playerId } = await db.player.create({ data: player, select: { id: true } })
  const email = address ?? addresslessPlaceholder(playerId)
  return db.account.create({ data: { playerId, email, ...account }, select: WRITTEN })
}

/** Turns a guest into a player with an account. @returns null if they are no guest any more */
async function updateGuest(
  tx: Tx,
  { playerId, accountId: id }: Caller,
  player: NewPlayer,
  account: AccountColumns,
  address: string | undefined,
): Promise<Written | null> {
  await lockPlayer(tx, playerId)
  if ((await tx.player.count({ where: { id: playerId, kind: 'guest' } })) === 0) return null
  await tx.player.update({ where: { id: playerId }, data: player, select: { id: true } })
  // the key of the guest's address (guest-share.ts)
  await tx.session.updateMany({ where: { accountId: id }, data: { ipAddress: null } })
  const email = address ?? addresslessPlaceholder(playerId)
  return tx.account.update({ where: { id }, data: { ...account, email }, select: WRITTEN })
}

async function addCredential(
  tx: Tx,
  accountId: number,
  credential: NewAccount['credential'],
  createdAt: Date,
): Promise<void> {
  const select = { id: true }
  if ('identity' in credential)
    await tx.identity.create({
      data: { accountId, ...credential.identity, createdAt, lastUsedAt: createdAt },
      select,
    })
  else
    await tx.credential.create({ data: passwordRow(accountId, credential.passwordHash, createdAt), select })
}

const usernameTaken = (username: string) =>
  refuse('username-taken', `The username ${username} is or was taken.`)
