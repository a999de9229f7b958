import { ok, type Result } from '@tegenzet/common'
import type { AccountKind, Language, PuzzleSolution, Role } from '@tegenzet/contract'
import type { AccountModel, PlayerModel, Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Client } from '../../http/client.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { violatedIndex } from '../../store/violated-index.ts'
import { adminCodeFits, needsAdminCode } from '../admins/admin-code.ts'
import { mailVerification } from '../email/mail-verification.ts'
import { mailsToUnconfirmed } from '../limits/mails-to-unconfirmed.ts'
import { rememberAddress } from '../limits/password-attempts.ts'
import { countAttempt, uncountAttempt } from '../limits/rate-counters.ts'
import { limitOf } from '../limits/roomy-addresses.ts'
import { isFormerName } from '../names/former-names.ts'
import { isHostName, isServerName } from '../names/reserved-names.ts'
import { hashPassword } from '../password/hash-password.ts'
import { weakPasswordRefused } from '../password/weak-password.ts'
import { lockPlayer } from '../players/lock-player.ts'
import { puzzleRefused } from '../puzzle/registration-puzzle.ts'
import { recordEvent } from '../security-log/record-event.ts'
import { redeemInvitation, registrationRefused } from '../site-invitations/redeem-invitation.ts'
import { type LoggedIn, startSession } from './start-session.ts'

export interface Registration {
  username: string
  email: string
  password: string
  language?: Language
  kind: AccountKind
  adminCode?: string
  puzzle?: PuzzleSolution
  /** The key of a site invitation. */
  invitation?: string
  /** Who registers: a guest keeps their player. Anybody else gets a new one. */
  caller: Caller | null
  /** Registrations are limited by its address. */
  client: Client
}

const HOUR_MS = 3_600_000

export async function register(
  deps: Deps,
  db: Db,
  registration: Registration,
): Promise<Result<LoggedIn, Refusal>> {
  const { username, adminCode, password, client } = registration
  const { address, userAgent } = client
  const { config } = deps
  if (registration.caller?.guest && registration.kind === 'bot')
    return refuse('guests-cannot', 'Guests are people. Log out first to register a bot.')
  const isNamedAdmin = config.admins.includes(username.toLowerCase())
  if (isNamedAdmin && registration.kind === 'bot')
    return refuse('forbidden', 'This is the name of an admin, and only people can have roles.')
  if (needsAdminCode(config, username) && !adminCodeFits(config, username, adminCode))
    return refuse(
      'forbidden',
      'This is the name of an admin. Registering it needs the code in the server’s log.',
    )
  const notInvited =
    !isNamedAdmin && (await registrationRefused(config, db, invitationOf(deps, registration)))
  if (notInvited) return notInvited
  const unsolved = puzzleRefused(deps, username, registration.puzzle)
  if (unsolved) return unsolved
  if (isServerName(username) || (!isNamedAdmin && isHostName(config, username)))
    return refuse(
      'username-taken',
      'This name is reserved for the server and its host, or looks like one that is.',
    )

  const weak = await weakPasswordRefused(password, registration)
  if (weak) return weak
  const max = await limitOf(deps, db, address, config.limits.registrations)
  const limit = { key: ['register', address], max, windowMs: HOUR_MS }
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted

  const inserted = await insertAccount(deps, db, registration, await hashPassword(password, address))
  if (!inserted.ok) {
    // the answer reveals who has an account, so it is limited too
    if (inserted.error.code !== 'email-taken') await uncountAttempt(db, limit)
    return inserted
  }
  await rememberAddress(deps, db, { who: inserted.value, address })
  return startSession(deps, db, { accountId: inserted.value, userAgent })
}

/**
 * Writes the player, the account, the password and the mail to verify the address. Unique indexes decide between two
 * registrations at once.
 * @returns the account's id
 */
async function insertAccount(
  deps: Deps,
  db: Db,
  registration: Registration,
  passwordHash: string,
): Promise<Result<number, Refusal>> {
  const { username, email: given, language, kind, caller, client } = registration
  const usernameKey = username.toLowerCase()
  const email = given.toLowerCase()
  const role: Role = deps.config.admins.includes(usernameKey) ? 'admin' : 'player'
  const createdAt = deps.now()
  const times = { createdAt, updatedAt: createdAt }
  try {
    return await inTransaction(db, async (tx) => {
      const player = { username, usernameKey, kind }
      // a guest counts as a new account from now on, so that no one can register with accounts made long before
      const account = { name: username, email, ...(language && { language }), role, ...times }
      const written = caller?.guest
        ? await updateGuest(tx, caller, player, account)
        : await createPlayer(tx, { ...player, createdAt }, account)
      if (!written) return refuse('conflict', 'This guest has just registered.')
      const { id } = written
      const credential = { providerId: 'credential', accountId: `${id}`, password: passwordHash }
      await tx.credential.create({ data: { userId: id, ...credential, ...times }, select: { id: true } })
      // now, because the name may just have been taken from an account that is being erased
      if (await isFormerName(tx, username)) return usernameTaken(username)
      if (deps.config.registration === 'invite' && role === 'player') {
        const redeemed = await redeemInvitation(deps.config, tx, invitationOf(deps, registration))
        if (!redeemed.ok) return redeemed
        const { playerId } = written
        await tx.invitedPlayer.create({ data: { invitationId: redeemed.value, playerId, createdAt } })
      }
      await recordEvent(tx, { accountId: id, kind: 'registered', client, at: createdAt })
      // without the mail the account can do all but what needs a confirmed address, and ask for it later
      if ((await countAttempt(deps, tx, mailsToUnconfirmed(email))).ok)
        await mailVerification(deps, tx, 'verify-email', {
          id,
          name: username,
          email,
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
      default:
        throw error
    }
  }
}

type NewPlayer = Pick<PlayerModel, 'username' | 'usernameKey' | 'kind'>
type NewAccount = Omit<Prisma.AccountUncheckedCreateInput, 'playerId'>
type Written = Pick<AccountModel, 'id' | 'playerId' | 'language'>
const WRITTEN = { id: true, playerId: true, language: true }

const invitationOf = ({ now }: Deps, { invitation }: Registration) => ({ key: invitation, at: now() })

async function createPlayer(
  db: Db,
  player: NewPlayer & { createdAt: Date },
  account: NewAccount,
): Promise<Written> {
  const { id: playerId } = await db.player.create({ data: player, select: { id: true } })
  return db.account.create({ data: { playerId, ...account }, select: WRITTEN })
}

/** Turns a guest into a player with an account. @returns null if they are no guest any more */
async function updateGuest(
  tx: Tx,
  { playerId, accountId: id }: Caller,
  player: NewPlayer,
  account: NewAccount,
): Promise<Written | null> {
  await lockPlayer(tx, playerId)
  if ((await tx.player.count({ where: { id: playerId, kind: 'guest' } })) === 0) return null
  await tx.player.update({ where: { id: playerId }, data: player, select: { id: true } })
  // the key of the guest's address (guest-share.ts)
  await tx.session.updateMany({ where: { accountId: id }, data: { ipAddress: null } })
  return tx.account.update({ where: { id }, data: account, select: WRITTEN })
}

const usernameTaken = (username: string) =>
  refuse('username-taken', `The username ${username} is or was taken.`)
