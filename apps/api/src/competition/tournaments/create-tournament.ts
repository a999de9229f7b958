import { ok, type Result } from '@tegenzet/common'
import type { createTournamentBody, ErrorCode, Tournament } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { isConfirmed, MANAGED } from '../../accounts/managed/managed-account.ts'
import { nameRefused } from '../../accounts/names/reserved-names.ts'
import { lockPlayer } from '../../accounts/players/lock-player.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { provenDrawsRefused } from '../../play/game/proven-draws-refused.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { readOrganiserIds, shareClubToOrganise } from '../clubs/club-store.ts'
import { announce, record } from './record.ts'
import { readTournament } from './tournament-store.ts'
import { tournamentViewFor } from './tournament-view.ts'

interface CreateTournament {
  body: z.output<typeof createTournamentBody>
  caller: Caller
  arrivedAt: Date
}

const DEFAULT_ADVANCE = 2

function refuseField(
  field: keyof CreateTournament['body'],
  code: ErrorCode,
  message: string,
): Result<never, Refusal> {
  return refuse(code, message, { errors: [{ path: `/body/${field}`, message }] })
}

/** Opens a round-robin tournament for entries. */
export async function createTournament(
  { config }: Deps,
  db: Db,
  { body, caller, arrivedAt: at }: CreateTournament,
): Promise<Result<Tournament, Refusal>> {
  const { playerId } = caller
  const { startsAt, ratingMin, ratingMax, club: slug, ...terms } = body
  const { advance = Math.min(DEFAULT_ADVANCE, Math.floor(terms.groupSize / 2)) } = body
  const { tournaments, entrants } = config.limits
  if (terms.maxEntrants > entrants)
    return refuseField('maxEntrants', 'limit-reached', `A tournament has at most ${entrants} entrants.`)
  if (startsAt && new Date(startsAt) <= at)
    return refuseField('startsAt', 'validation', '`startsAt` is in the past.')
  const impossible = provenDrawsRefused(terms)
  if (impossible) return impossible
  const reserved = nameRefused(terms.name, caller.role)
  if (reserved) return reserved
  const account = await db.account.findUnique({ where: { id: caller.accountId }, include: MANAGED })
  if (!account || !isConfirmed(account))
    return refuse(
      'email-not-verified',
      'Verify your e-mail address first: then you can organise tournaments.',
    )
  return inTransaction(db, async (tx) => {
    // the club before the player, as whoever joins it does
    const club = slug === undefined ? null : await shareClubToOrganise(tx, slug, playerId)
    if (club && !club.ok) return club
    await lockPlayer(tx, playerId)
    const restricted = await sanctionRefused(tx, playerId, 'restrict', at)
    if (restricted) return restricted
    const muted = await sanctionRefused(tx, playerId, 'mute', at)
    if (muted) return muted
    const organising = await tx.tournament.count({
      where: { organiserId: playerId, state: { in: ['open', 'running'] } },
    })
    if (organising >= tournaments)
      return refuse('limit-reached', `You can organise ${tournaments} tournaments at a time.`)
    const { id } = await tx.tournament.create({
      data: {
        ...terms,
        advance,
        rulesRevision: ruleSet(terms.rules).revision,
        ratingMin: ratingMin ?? null,
        ratingMax: ratingMax ?? null,
        organiserId: playerId,
        clubId: club?.value.id ?? null,
        startsAt: startsAt ? new Date(startsAt) : null,
        createdAt: at,
      },
      select: { id: true },
    })
    await record(tx, { id, stage: 0 }, { kind: 'created', byId: playerId, at })
    if (club) {
      const to = await readOrganiserIds(tx, [club.value.id])
      await announce(tx, id, { change: 'created', to, byId: playerId, at })
    }
    return ok(tournamentViewFor(config, existing(await readTournament(tx, id)), caller))
  })
}
