import { ok, type Result, valueAt } from '@tegenzet/common'
import type { CreatedMembers, createMembersBody } from '@tegenzet/contract'
import { MAX_CLUB_MEMBERS } from '@tegenzet/contract'
import type { z } from 'zod'
import { codeLoginRefused } from '../../accounts/access/password-login-off.ts'
import { credentialRefused } from '../../accounts/credentials/credential-refused.ts'
import { issueCode } from '../../accounts/managed/login-code.ts'
import { managersOnly, outOfScope, readManagerScope } from '../../accounts/managed/manager-scope.ts'
import { LOGIN_CODE_MS } from '../../accounts/managed/renew-code.ts'
import { isFormerName } from '../../accounts/names/former-names.ts'
import { isHostName, isServerName } from '../../accounts/names/reserved-names.ts'
import { managedPlaceholder } from '../../accounts/players/email-address.ts'
import { recordEvent } from '../../accounts/security-log/record-event.ts'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { type ClubRow, clubNotFound, lockClub } from './club-store.ts'

type Body = z.output<typeof createMembersBody>

interface CreateMembers {
  body: Body
  caller: Caller
  at: Date
}

/** Makes accounts without an e-mail address, all or none, each with a code that logs in. */
export const createMembers = (
  deps: Deps,
  db: Db,
  { body: { members, club: slug }, caller, at }: CreateMembers,
): Promise<Result<CreatedMembers, Refusal>> =>
  inTransaction(db, async (tx) => {
    const off = codeLoginRefused(deps.config)
    if (off) return off
    const club = slug === undefined ? null : await lockClub(tx, slug)
    if (slug !== undefined && !club) return clubNotFound(slug)
    const ended = await credentialRefused(deps, tx, caller)
    if (ended) return ended
    const scope = await readManagerScope(tx, caller)
    if (!scope) return managersOnly
    const refused = outOfScope(scope, club?.id ?? null) ?? (club && fullRefused(club, members.length))
    if (refused) return refused
    const inserted = await insertAccounts(deps, tx, members, at)
    if (!inserted.ok) return inserted
    if (club) await addToClub(tx, club, inserted.value, at)
    const created: CreatedMembers['members'] = []
    for (const { accountId, playerId, username } of inserted.value) {
      await tx.managedAccount.create({ data: { accountId, clubId: club?.id ?? null, createdAt: at } })
      const code = { accountId, ownDevice: false, at, lastsMs: LOGIN_CODE_MS }
      created.push({ username, ...(await issueCode(deps.config, tx, code)) })
      const subject = caller.username
      await recordEvent(tx, { accountId, kind: 'account-created-for-you', subject, client: null, at })
      const details = club ? { club: club.slug } : {}
      await recordAct(tx, { kind: 'member-created', byId: caller.playerId, playerId, details, at })
    }
    return ok({ members: created })
  })

const fullRefused = ({ name, members }: ClubRow, more: number): Refused | null =>
  members + more > MAX_CLUB_MEMBERS
    ? refuse('club-full', `${name} can have ${MAX_CLUB_MEMBERS.toLocaleString('en')} members at most.`)
    : null

interface Inserted {
  accountId: number
  playerId: number
  username: string
}

/** The unique index decides between two requests at once. */
async function insertAccounts(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  members: Body['members'],
  at: Date,
): Promise<Result<Inserted[], Refusal>> {
  const players = await tx.player.createManyAndReturn({
    data: members.map(({ username }) => ({
      username,
      usernameKey: username.toLowerCase(),
      kind: 'human' as const,
      createdAt: at,
    })),
    skipDuplicates: true,
    select: { id: true, usernameKey: true },
  })
  const free = new Map(players.map((player) => [player.usernameKey, player.id]))
  const taken: string[] = []
  const seen = new Set<string>()
  for (const { username } of members) {
    const key = username.toLowerCase()
    if (
      !free.has(key) ||
      seen.has(key) ||
      isServerName(username) ||
      isHostName(config, username) ||
      (await isFormerName(tx, username))
    )
      taken.push(username)
    seen.add(key)
  }
  if (taken.length > 0)
    return refuse('conflict', `These names are taken, reserved or given twice: ${taken.join(', ')}.`, {
      usernames: taken,
    })
  const accounts = await tx.account.createManyAndReturn({
    data: members.map(({ username, language }) => {
      const playerId = valueAt(free, username.toLowerCase())
      const email = managedPlaceholder(playerId)
      return { playerId, name: username, email, language, clubsOnly: true, createdAt: at, updatedAt: at }
    }),
    select: { id: true, playerId: true, name: true },
  })
  return ok(accounts.map(({ id, playerId, name }) => ({ accountId: id, playerId, username: name })))
}

/** Without telling its organisers of each: one of them has usually asked for these accounts. */
async function addToClub(tx: Tx, { id: clubId }: ClubRow, members: readonly Inserted[], at: Date) {
  await tx.clubMember.createMany({
    data: members.map(({ playerId }) => ({ clubId, playerId, role: 'member' as const, joinedAt: at })),
  })
  await tx.club.update({ where: { id: clubId }, data: { memberCount: { increment: members.length } } })
}
