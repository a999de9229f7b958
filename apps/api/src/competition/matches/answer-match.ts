import { ok, type Result } from '@tegenzet/common'
import type { Match, MatchState } from '@tegenzet/contract'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { isOrganiser, organisersOnly, readMemberIds, readOrganiserIds } from '../clubs/club-store.ts'
import { lockMatch, type MatchRow, matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { tellMatch } from './tell-match.ts'

interface AnswerMatch {
  match: number
  caller: Caller
  at: Date
}

/** Opens the line-ups: an organiser of the challenged club. All members of both clubs are told. */
export const acceptMatch = (db: Db, answer: AnswerMatch): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockToAnswer(tx, answer)
    if (!found.ok) return found
    const match = found.value
    await tx.match.update({ where: { id: match.id }, data: { state: 'open' } })
    const to = await readMemberIds(tx, [match.a.id, match.b.id])
    return tell(tx, match, 'accepted', to, answer)
  })

export const declineMatch = (db: Db, answer: AnswerMatch): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const found = await lockToAnswer(tx, answer)
    if (!found.ok) return found
    const match = found.value
    await tx.match.update({ where: { id: match.id }, data: { state: 'declined', endedAt: answer.at } })
    const to = await readOrganiserIds(tx, [match.a.id, match.b.id])
    return tell(tx, match, 'declined', to, answer)
  })

/** Cancels a match before its start: an organiser of either club, or an admin. */
export const cancelMatch = (db: Db, answer: AnswerMatch): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const match = await lockMatch(tx, answer.match)
    if (!match) return matchNotFound(answer.match)
    const { caller, at } = answer
    const { id, state, a, b } = match
    const organises = await isOrganiserOf(tx, [a.id, b.id], caller.playerId)
    if (!organises && !caller.roles.includes('admin')) return organisersOnly
    if (state !== 'proposed' && state !== 'open') return tooLate(state, 'before the start')
    await tx.match.update({ where: { id }, data: { state: 'cancelled', endedAt: at } })
    const to = [...(await readOrganiserIds(tx, [a.id, b.id])), ...(await readSignedUp(tx, id))]
    return tell(tx, match, 'cancelled', to, answer)
  })

async function lockToAnswer(
  tx: Tx,
  { match: id, caller, at }: AnswerMatch,
): Promise<Result<MatchRow, Refusal>> {
  const match = await lockMatch(tx, id)
  if (!match) return matchNotFound(id)
  if (!(await isOrganiserOf(tx, [match.b.id], caller.playerId))) return organisersOnly
  if (match.state !== 'proposed') return tooLate(match.state, 'while it is proposed')
  if (match.lineupsCloseAt <= at) return refuse('conflict', 'The time for the answer is over.')
  return ok(match)
}

const tooLate = (state: MatchState, when: string) =>
  refuse('conflict', `The match is ${state}: this is possible only ${when}.`)

async function isOrganiserOf(db: Db, clubIds: number[], playerId: number): Promise<boolean> {
  const memberships = await db.clubMember.findMany({
    where: { playerId, clubId: { in: clubIds } },
    select: { role: true },
  })
  return memberships.some(({ role }) => isOrganiser(role))
}

export const readSignedUp = async (db: Db, matchId: number): Promise<number[]> => {
  const players = await db.matchPlayer.findMany({ where: { matchId }, select: { playerId: true } })
  return players.map(({ playerId }) => playerId)
}

async function tell(
  tx: Tx,
  { id }: MatchRow,
  change: 'accepted' | 'declined' | 'cancelled',
  to: readonly number[],
  { caller, at }: AnswerMatch,
): Promise<Result<Match, Refusal>> {
  await tellMatch(tx, id, [{ change, to }], { by: playerOf(caller), at })
  return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
}
