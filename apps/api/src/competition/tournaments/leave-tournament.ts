import { ok, type Result } from '@tegenzet/common'
import type { LeaveReason, Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { isStruckOnLeaving } from '@tegenzet/tournaments'
import { queryGames } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { forfeitGames } from '../forfeits/forfeit-games.ts'
import { announce, record } from './record.ts'
import { lockTournament, type TournamentRow, tournamentNotFound } from './tournament-store.ts'

interface LeaveTournament {
  tournament: number
  playerId: number
  why: LeaveReason
  /** Who makes the player leave; null: the server. */
  byId: number | null
  reason?: string
  /** The refusal after the start, for callers who may do this only before it. */
  afterStart?: ReturnType<typeof refuse>
  at: Date
}

/** Takes a player out of a tournament that is not over. Running games are lost by forfeit. */
export const leaveTournament = (
  db: Db,
  { tournament: id, playerId, why, byId, reason, afterStart, at }: LeaveTournament,
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const tournament = await lockTournament(tx, id)
    if (!tournament) return tournamentNotFound(id)
    const entry = await tx.tournamentEntry.findUnique({
      where: { tournamentId_playerId: { tournamentId: id, playerId } },
      select: { id: true, leftAt: true, player: PLAYER },
    })
    if (!entry) return refuse('not-found', 'No such entry in this tournament.')
    if (entry.leftAt) return refuse('conflict', 'The player has left this tournament already.')
    if (afterStart && tournament.state !== 'open') return afterStart
    const { player } = entry
    if (tournament.state === 'open') await tx.tournamentEntry.delete({ where: { id: entry.id } })
    else if (tournament.state === 'running')
      await tx.tournamentEntry.update({ where: { id: entry.id }, data: { leftAt: at, leaveReason: why } })
    else return refuse('conflict', `The tournament is ${tournament.state}.`)
    const struck = tournament.state === 'running' && (await giveUpGames(tx, tournament, player, at))
    const kind = tournament.state === 'open' && why === 'withdrawn' ? 'left' : why
    await record(tx, tournament, { kind, player, byId, at, struck, ...(reason !== undefined && { reason }) })
    const change = why === 'withdrawn' ? 'left' : 'removed'
    const about = { change, to: [playerId], user: player } as const
    await announce(tx, id, { ...about, byId, at, ...(reason !== undefined && { reason }) })
    if (tournament.state === 'running' && tournament.league)
      await leaveNextSeason(tx, tournament.rules, tournament.league.season, player, at)
    return ok(undefined)
  })

/** A player who leaves a running season loses the entry in the next one too, but can enter again. */
async function leaveNextSeason(
  db: Db,
  rules: RuleSetId,
  season: number,
  { id: playerId }: Player,
  at: Date,
): Promise<void> {
  const next = await db.tournament.findFirst({
    where: { rules, season: { gt: season }, state: 'open', entries: { some: { playerId } } },
    select: { id: true },
  })
  if (next) await leaveTournament(db, { tournament: next.id, playerId, why: 'withdrawn', byId: null, at })
}

/** @returns whether the player's games are struck from the standings */
async function giveUpGames(
  db: Db,
  { id, stage }: TournamentRow,
  { id: playerId }: Player,
  at: Date,
): Promise<boolean> {
  const key = { tournamentId_stage_playerId: { tournamentId: id, stage, playerId } }
  const seat = await db.tournamentSeat.findUnique({ where: key })
  if (!seat) return false
  const games = await queryGames(
    db,
    Prisma.sql`games g`,
    Prisma.sql`WHERE g.tournament_id = ${id} AND g.stage = ${stage} AND ${playerId} IN (g.white_id, g.black_id)
      ORDER BY g.id`,
  )
  const finished = games.filter(({ status }) => status === 'finished').length
  // a group that has not started yet has no games to count
  const struck = isStruckOnLeaving(finished, games.length) || games.length === 0
  if (struck) await db.tournamentSeat.update({ where: key, data: { struck } })
  await forfeitGames(db, games, playerId, at)
  return struck
}
