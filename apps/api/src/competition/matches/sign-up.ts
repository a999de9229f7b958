import { ok, type Result } from '@tegenzet/common'
import type { MatchPlayer, signUpBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { readClub, readOrganiserIds, shareClubs } from '../clubs/club-store.ts'
import { memberRefused } from '../clubs/member-refused.ts'
import {
  clubNotInMatch,
  isWithinClub,
  lineUpsRefused,
  matchNotFound,
  readMatch,
  shareMatch,
  sideOfClub,
} from './match-store.ts'
import { tellMatch } from './tell-match.ts'

interface SignUp {
  match: number
  /** The club or the side for which the caller plays, or a member whom an organiser of a side signs up. */
  body: z.output<typeof signUpBody>
  caller: Caller
  at: Date
}

const sideMissing = refuse('validation', 'A match within one club: choose a side.', {
  errors: [{ path: '/body/side', message: 'is needed in a match within one club' }],
})

/** Signs a member up for a match. */
export const signUp = (
  db: Db,
  { match: id, body, caller, at }: SignUp,
): Promise<Result<MatchPlayer, Refusal>> =>
  inTransaction(db, async (tx) => {
    const username = 'side' in body ? body.username : undefined
    const person = username === undefined ? ok(playerOf(caller)) : await findPerson(tx, username)
    if (!person.ok) return person
    const user = person.value
    const slug = 'club' in body ? body.club : (await readMatch(tx, id))?.[body.side].slug
    if (slug === undefined) return matchNotFound(id)
    // the player does not leave the club meanwhile, and the line-ups do not close
    await shareClubs(tx, [slug])
    const match = await shareMatch(tx, id)
    if (!match) return matchNotFound(id)
    if ('club' in body && isWithinClub(match)) return sideMissing
    const side = 'side' in body ? body.side : sideOfClub(match, slug)
    if (!side) return clubNotInMatch(slug)
    const club = await readClub(tx, slug, user.id)
    if (user.id !== caller.playerId) {
      const refused = await memberRefused(tx, {
        byId: caller.playerId,
        playerId: user.id,
        club: club?.id ?? null,
      })
      if (refused) return refused
    }
    if (!club?.role) return refuse('not-a-member', `Only members of ${match[side].name} may play for it.`)
    await sharePlayers(tx, [user.id])
    const restricted = await sanctionRefused(tx, user.id, 'restrict', at)
    if (restricted) return restricted
    const refused = lineUpsRefused(match, at)
    if (refused) return refused
    const { count } = await tx.matchPlayer.createMany({
      data: [{ matchId: id, playerId: user.id, clubId: club.id, side, signedUpAt: at }],
      skipDuplicates: true,
    })
    if (count === 0) return refuse('already-entered', 'You have signed up for this match already.')
    const to = [user.id, ...(await readOrganiserIds(tx, [club.id]))]
    await tellMatch(tx, id, [{ change: 'signed-up', to, club: slug, user }], {
      by: playerOf(caller),
      at,
    })
    return ok({ user, board: null, rating: null })
  })

/** Takes back a sign-up. */
export const withdrawFromMatch = (
  db: Db,
  { match: id, caller, at }: Pick<SignUp, 'match' | 'caller' | 'at'>,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const match = await shareMatch(tx, id)
    if (!match) return matchNotFound(id)
    const user = playerOf(caller)
    const key = { matchId_playerId: { matchId: id, playerId: user.id } }
    const signedUp = await tx.matchPlayer.findUnique({ where: key })
    if (!signedUp) return refuse('not-found', 'You have not signed up for this match.')
    const refused = lineUpsRefused(match, at)
    if (refused) return refused
    const { count } = await tx.matchPlayer.deleteMany({ where: { id: signedUp.id } })
    if (count === 0) return refuse('not-found', 'You have not signed up for this match.')
    const club = match[signedUp.side]
    const to = [user.id, ...(await readOrganiserIds(tx, [club.id]))]
    await tellMatch(tx, id, [{ change: 'withdrawn', to, club: club.slug, user }], { by: user, at })
    return ok(undefined)
  })
