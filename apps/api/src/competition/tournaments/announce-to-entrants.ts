import { itemAt, ok, type Result } from '@tegenzet/common'
import type { TournamentLogEntry } from '@tegenzet/contract'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { listLog } from './list-parts.ts'
import { announce, record } from './record.ts'
import { lockTournament, readEntrantIds, tournamentNotFound } from './tournament-store.ts'

interface AnnounceToEntrants {
  tournament: number
  by: { playerId: number; isAdmin: boolean }
  text: string
  at: Date
}

const DAY_MS = 86_400_000
/** Each is a notification to everybody. */
const MAX_PER_DAY = 5

/** Sends a text of the organiser to everybody who has entered, and writes it to the log. */
export const announceToEntrants = (
  db: Db,
  { tournament: id, by, text: reason, at }: AnnounceToEntrants,
): Promise<Result<TournamentLogEntry, Refusal>> =>
  inTransaction(db, async (tx) => {
    const tournament = await lockTournament(tx, id)
    if (!tournament) return tournamentNotFound(id)
    const byId = by.playerId
    if (!by.isAdmin && byId !== tournament.organiser?.id)
      return refuse('forbidden', 'Only the organiser and admins may do this.')
    const muted = await sanctionRefused(tx, byId, 'mute', at)
    if (muted) return muted
    const lately = await tx.tournamentLogEntry.count({
      where: { tournamentId: id, kind: 'announced', createdAt: { gt: new Date(at.getTime() - DAY_MS) } },
    })
    if (lately >= MAX_PER_DAY)
      return refuse('limit-reached', `A tournament has at most ${MAX_PER_DAY} announcements a day.`)
    await record(tx, tournament, { kind: 'announced', byId, reason, at })
    await announce(tx, id, { change: 'announced', to: await readEntrantIds(tx, id), reason, byId, at })
    const log = await listLog(tx, id, { limit: 1, cursor: undefined })
    return log.ok ? ok(itemAt(log.value.items, 0)) : log
  })
