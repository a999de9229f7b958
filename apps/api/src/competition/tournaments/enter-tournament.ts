import { ok, type Result } from '@tegenzet/common'
import { ENTRY_DAYS, type TournamentEntry } from '@tegenzet/contract'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { memberRefused } from '../clubs/member-refused.ts'
import { readRatingsOf } from './ratings.ts'
import { announce, record } from './record.ts'
import { lockTournament, type TournamentRow, tournamentNotFound } from './tournament-store.ts'
import { inviteCodeHolds } from './tournament-view.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How often a player can enter the same tournament: every time writes to its public log. */
const MAX_ENTRIES = 5

interface EnterTournament {
  tournament: number
  playerId: number
  /** The owner or an organiser of the club, who enters a member. Without it, players enter themselves. */
  byId?: number
  invite?: string | undefined
  /** In a league: whether to enter the following seasons too. */
  stay?: boolean
  arrivedAt: Date
}

/** Enters a player. A tournament without a date that is full then is started by the periodic task. */
export const enterTournament = (
  { config }: Deps,
  db: Db,
  { tournament: id, playerId, byId = playerId, invite, stay = false, arrivedAt: at }: EnterTournament,
): Promise<Result<TournamentEntry, Refusal>> =>
  inTransaction(db, async (tx) => {
    const tournament = await lockTournament(tx, id)
    if (!tournament) return tournamentNotFound(id)
    // nobody restricts the player or makes them a bot meanwhile
    await sharePlayers(tx, [playerId])
    const user = await tx.player.findUniqueOrThrow({
      where: { id: playerId },
      ...PLAYER,
    })
    if (byId !== playerId) {
      const refused = await memberRefused(tx, { byId, playerId, club: await readClubId(tx, id) })
      if (refused) return refused
    }
    if (tournament.invite && byId === playerId && !inviteCodeHolds(config, tournament, invite))
      return refuse('forbidden', 'Only people who have the link of this tournament may enter.')
    const outsider = await tx.tournament.findFirst({
      where: { id, club: { members: { none: { playerId } } } },
      select: { club: { select: { name: true } } },
    })
    if (outsider) return refuse('not-a-member', `Only members of ${existing(outsider.club).name} may enter.`)
    const restricted = await sanctionRefused(tx, playerId, 'restrict', at)
    if (restricted) return restricted
    const key = { tournamentId_playerId: { tournamentId: id, playerId } }
    if (await tx.tournamentEntry.findUnique({ where: key, select: { id: true } }))
      return refuse('already-entered', 'You have already entered this tournament.')
    if (tournament.state !== 'open' || isClosed(tournament, at))
      return refuse('entries-closed', 'This tournament takes no more entries.')
    if (tournament.entrants >= tournament.maxEntrants)
      return refuse('tournament-full', 'This tournament is full.')
    if (user.kind !== tournament.kind)
      return refuse(
        'wrong-kind',
        tournament.kind === 'bot'
          ? 'Only bots play in this tournament.'
          : 'Only people with an account play in this tournament.',
      )
    const entered = await tx.tournamentLogEntry.count({
      where: { tournamentId: id, kind: 'entered', playerId },
    })
    if (entered >= MAX_ENTRIES)
      return refuse('limit-reached', `You have entered this tournament ${MAX_ENTRIES} times, the maximum.`)
    const { ratingMin, ratingMax } = tournament
    if (ratingMin !== null || ratingMax !== null) {
      const rating = (await readRatingsOf(tx, tournament.rules, [playerId])).get(playerId)
      if (rating === undefined || rating < (ratingMin ?? rating) || rating > (ratingMax ?? rating))
        return refuse(
          'rating-out-of-range',
          `This tournament is for ratings from ${ratingMin ?? 0}${ratingMax === null ? '' : ` to ${ratingMax}`}.`,
        )
    }
    await tx.tournamentEntry.create({ data: { tournamentId: id, playerId, stay, enteredAt: at } })
    await record(tx, tournament, { kind: 'entered', player: user, byId, at })
    await announce(tx, id, { change: 'entered', to: [playerId], user, byId, at })
    return ok({ user, rating: null, enteredAt: at.toISOString(), left: null })
  })

async function readClubId(db: Db, id: number): Promise<number | null> {
  const { clubId } = await db.tournament.findUniqueOrThrow({ where: { id }, select: { clubId: true } })
  return clubId
}

function isClosed({ startsAt, league }: TournamentRow, at: Date): boolean {
  if (!startsAt) return false
  return at >= (league ? entriesCloseAt(startsAt) : startsAt)
}

/** When the entries of a season close. */
export const entriesCloseAt = (startsAt: Date): Date => new Date(startsAt.getTime() - ENTRY_DAYS * DAY_MS)
