import { ok, type Result } from '@tegenzet/common'
import {
  type Club,
  type foundClubBody,
  type Language,
  MAX_CLUBS_FOUNDED,
  MAX_MEMBERSHIPS,
} from '@tegenzet/contract'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { isConfirmed, MANAGED } from '../../accounts/managed/managed-account.ts'
import { lookOfName, nameRefused } from '../../accounts/names/reserved-names.ts'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { freeSlug, slugOf } from './club-names.ts'
import { readShownClub } from './club-store.ts'
import { clubView } from './club-view.ts'

interface FoundClub {
  body: z.output<typeof foundClubBody>
  caller: Caller
  at: Date
}

export const peopleOnly = refuse('wrong-kind', 'Only people with an account can be in clubs.')
export const tooManyClubs = refuse('limit-reached', `A player can be in ${MAX_MEMBERSHIPS} clubs.`)
export const nameTaken = (name: string) =>
  refuse('conflict', `A club has or had the name ${name}, or one that looks like it.`, {
    errors: [{ path: '/body/name', message: 'is or was taken' }],
  })

/** Founds a club. The founder is its owner and first member. */
export async function foundClub(db: Db, { body, caller, at }: FoundClub): Promise<Result<Club, Refusal>> {
  const { playerId } = caller
  const reserved = nameRefused(body.name, caller.role)
  if (reserved) return reserved
  const account = await db.account.findUniqueOrThrow({
    where: { id: caller.accountId },
    include: MANAGED,
  })
  if (!isConfirmed(account))
    return refuse('email-not-verified', 'Verify your e-mail address first: then you can found clubs.')
  return inTransaction(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { kind } = await tx.player.findUniqueOrThrow({ where: { id: playerId }, select: { kind: true } })
    if (kind !== 'human') return peopleOnly
    const muted = await sanctionRefused(tx, playerId, 'mute', at)
    if (muted) return muted
    const founded = await tx.club.count({ where: { founderId: playerId, endedAt: null } })
    if (founded >= MAX_CLUBS_FOUNDED)
      return refuse('limit-reached', `You have founded ${MAX_CLUBS_FOUNDED} clubs, the maximum.`)
    if ((await tx.clubMember.count({ where: { playerId } })) >= MAX_MEMBERSHIPS) return tooManyClubs
    const language = body.language ?? (account.language as Language)
    const club = await insertClub(tx, { ...body, language, founderId: playerId, createdAt: at })
    const look = lookOfName(body.name)
    const { count } = await tx.clubName.createMany({
      data: [{ look, clubId: club.id }],
      skipDuplicates: true,
    })
    if (count === 0) return nameTaken(body.name)
    await tx.clubMember.create({ data: { clubId: club.id, playerId, role: 'owner', joinedAt: at } })
    return ok(clubView(existing(await readShownClub(tx, club.slug, playerId))))
  })
}

interface NewClub extends Omit<FoundClub['body'], 'language'> {
  language: Language
  founderId: number
  createdAt: Date
}

/** Inserts a club with a slug that no other has: again if somebody takes it at the same time. */
async function insertClub(tx: Tx, club: NewClub): Promise<{ id: number; slug: string }> {
  for (;;) {
    const beginning = slugOf(club.name) || 'club'
    const taken = await tx.club.findMany({
      // a number makes a long slug shorter
      where: { slug: { startsWith: beginning.slice(0, 30) } },
      select: { slug: true },
    })
    const slugs = new Set(taken.map(({ slug }) => slug))
    const slug = freeSlug(club.name, (slug) => slugs.has(slug))
    const [inserted] = await tx.club.createManyAndReturn({
      data: [{ ...club, slug, describedById: club.founderId, memberCount: 1 }],
      select: { id: true, slug: true },
      skipDuplicates: true,
    })
    if (inserted) return inserted
  }
}
