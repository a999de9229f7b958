import type { Claim, DrawOffer, Message, OfferState, Proved } from '@tegenzet/contract'
import type { Turn } from '@tegenzet/rules'
import { readClocks, remainingOf } from './clock.ts'
import type { GameRow } from './game.ts'
import type { ChangingColumn } from './game-columns.ts'

/** What a change sets. */
export type NewValues = Partial<Pick<GameRow, ChangingColumn | 'drawOffer' | 'openClaim' | 'ratings'>>

/** What happens to a game, with everything that is written together with it. */
export interface Change {
  set: NewValues
  /** The turn that is played. */
  played?: Turn
  /** A new offer. */
  offer?: DrawOffer
  /** The new state of the open offer if the change removes it; default: `closed`. */
  offerBecomes?: OfferState
  messages?: readonly Message[]
  /** A new claim, or the new state of the open one. If the change removes the open claim without this, it is `closed`. */
  claim?: Claim
  /** Why a new claim is ruled on at once. For arbiters: events and answers to players do not have it. */
  proof?: Proved
}

/** A game after a change. Clocks that the change does not set are read as of `at`. */
export function changedGame(before: GameRow, { set }: Change, at: Date): GameRow {
  const changed = { ...before, ...readClocks(before, at), ...set }
  const after = {
    ...changed,
    turnMs: changed.turn && changed.ply > before.ply ? remainingOf(changed, changed.turn) : before.turnMs,
    version: before.version + 1,
    updatedAt: at,
  }
  return after.turn ? after : { ...after, drawOffer: null, openClaim: null, endedAt: before.endedAt ?? at }
}
