import type { DrawOffer, Game, Message } from '@tegenzet/contract'
import { ok, type Result, type Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Tx } from '../../store/transaction.ts'
import { changeGame } from '../game/change-game.ts'
import { readOffer } from '../game/draw-offer-store.ts'
import { ended, notAPlayer, tooLate } from '../game/endings.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { readGame } from '../game/game-store.ts'
import { messagesBlocked } from '../messages/messages-blocked.ts'
import { expireOffer } from './expire-offer.ts'

export interface SettleOffer {
  offer: number
  playerId: number
  how: 'accepted' | 'declined' | 'withdrawn'
  /** Why it is declined, for the other player. */
  reason?: string
  arrivedAt: Date
}

/** Answers or withdraws an open offer. Retried like a move if the game changes meanwhile: see `playMove`. */
export async function settleOffer(tx: Tx, command: SettleOffer): Promise<Result<Game, Refusal>> {
  const { playerId, how, reason, arrivedAt } = command
  for (;;) {
    const offer = await readOffer(tx, command.offer)
    const game = offer && (await readGame(tx, offer.game))
    if (!game) return refuse('not-found', `There is no draw offer ${command.offer}.`)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (how === 'withdrawn' && side !== offer.by)
      return refuse('forbidden', 'Only the player who made an offer can withdraw it.')
    if (how !== 'withdrawn' && side === offer.by)
      return refuse('forbidden', 'Only the opponent of the player who made an offer can answer it.')
    const blocked = reason !== undefined && (await messagesBlocked(tx, game, side, arrivedAt))
    if (blocked) return blocked
    if (await expireOffer(tx, game, arrivedAt)) continue
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (offer.state !== 'open')
      return refuse(
        'conflict',
        `The offer is no longer open: it ${STATE_TEXT[offer.state]} at ${offer.closedAt}.`,
      )
    if (game.drawOffer?.id !== offer.id) continue

    const agreed = { winner: null, reason: 'agreement' } as const
    const change = how === 'accepted' ? ended(game, agreed, arrivedAt) : { drawOffer: null }
    const message = reason && (await declineMessage(tx, game, side, offer, reason, arrivedAt))
    const changed = await changeGame(tx, game, change, arrivedAt, {
      by: playerId,
      offerBecomes: how === 'withdrawn' ? 'closed' : how,
      messages: message ? [message] : [],
    })
    if (changed) return ok(changed)
  }
}

const STATE_TEXT = {
  accepted: 'was accepted',
  declined: 'was declined',
  expired: 'expired',
  closed: 'was closed',
} as const

async function declineMessage(
  tx: Tx,
  { id: game, ply }: GameRow,
  by: Side,
  offer: DrawOffer,
  text: string,
  now: Date,
): Promise<Message> {
  const id = await nextId(tx, 'messages')
  return { id, game, by, ply, kind: 'decline', offer: offer.id, text, createdAt: now.toISOString() }
}
