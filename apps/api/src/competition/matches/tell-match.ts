import type { MatchEvent, Player } from '@tegenzet/contract'
import { append, type NewEvent } from '../../outbox/append.ts'
import { existing } from '../../store/existing.ts'
import type { Tx } from '../../store/transaction.ts'
import { readMatch } from './match-store.ts'
import { matchSummary } from './match-view.ts'

export interface MatchNews {
  change: MatchEvent['change']
  to: readonly number[]
  /** The slug of the club of `user`, or whose members it concerns. */
  club?: string
  user?: Player
}

export interface Cause {
  /** null: the server */
  by: Player | null
  at: Date
}

/** Tells players of something that happened in a match, with the match as it is now. Leaves out news for nobody. */
export async function tellMatch(
  tx: Tx,
  id: number,
  news: readonly MatchNews[],
  { by, at }: Cause,
): Promise<void> {
  const summary = matchSummary(existing(await readMatch(tx, id)))
  const events = news.flatMap(({ change, to, club, user }): NewEvent[] => {
    const playerIds = [...new Set(to)]
    if (playerIds.length === 0) return []
    const match: MatchEvent = { ...summary, change, club: club ?? null, user: user ?? null, by }
    return [{ event: { type: 'match', match }, playerIds }]
  })
  await append(tx, events, { by: by?.id ?? null, at })
}
