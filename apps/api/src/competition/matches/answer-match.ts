import { ok, type Result } from '@tegenzet/common'
import type { Match, MatchState } from '@tegenzet/contract'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { organisersOnly, readMemberIds, readOrganiserIds } from '../clubs/club-store.ts'
import { lockMatch, type MatchRow, matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { organisedSides } from './organised-sides.ts'
import { type Cause, tellMatch } from './tell-match.ts'

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
    const { id, state } = match
    const organised = await organisedSides(tx, match, caller.playerId)
    if (organised.length === 0 && !caller.roles.includes('admin')) return organisersOnly
    if (state !== 'proposed' && state !== 'open') return tooLate(state, 'before the start')
    await endUnplayed(tx, match, { by: playerOf(caller), at })
    return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
  })

/** Ends a match before its start, and tells the organisers and all who have signed up. */
export async function endUnplayed(tx: Tx, { id, a, b }: MatchRow, cause: Cause): Promise<void> {
  await tx.match.update({ where: { id }, data: { state: 'cancelled', endedAt: cause.at } })
  const signedUp = await tx.matchPlayer.findMany({ where: { matchId: id }, select: { playerId: true } })
  const to = [...(await readOrganiserIds(tx, [a.id, b.id])), ...signedUp.map(({ playerId }) => playerId)]
  await tellMatch(tx, id, [{ change: 'cancelled', to }], cause)
}

async function lockToAnswer(
  tx: Tx,
  { match: id, caller, at }: AnswerMatch,
): Promise<Result<MatchRow, Refusal>> {
  const match = await lockMatch(tx, id)
  if (!match) return matchNotFound(id)
  if (!(await organisedSides(tx, match, caller.playerId)).includes('b')) return organisersOnly
  if (match.state !== 'proposed') return tooLate(match.state, 'while it is proposed')
  if (match.lineupsCloseAt <= at) return refuse('conflict', 'The time for the answer is over.')
  return ok(match)
}

const tooLate = (state: MatchState, when: string) =>
  refuse('conflict', `The match is ${state}: this is possible only ${when}.`)

async function tell(
  tx: Tx,
  { id }: MatchRow,
  change: 'accepted' | 'declined',
  to: readonly number[],
  { caller, at }: AnswerMatch,
): Promise<Result<Match, Refusal>> {
  await tellMatch(tx, id, [{ change, to }], { by: playerOf(caller), at })
  return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
}
