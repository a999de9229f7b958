import type { DrawOffer, Game, Message } from '@tegenzet/contract'
import { ok, type Result, type Side } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { changeGame } from '../game/change-game.ts'
import { readOffer } from '../game/draw-offer-store.ts'
import { ended, notAPlayer, tooLate } from '../game/endings.ts'
import { type GameRow, readGame, sideOf } from '../game/game-store.ts'
import { nextMessageId } from '../game/message-store.ts'
import { wordsRefused } from '../messages/messages-refused.ts'
import { expireOffer } from './expire-offer.ts'

export interface AnswerOffer {
  offer: number
  playerId: number
  how: 'accepted' | 'declined'
  /** Why it is declined, for the other player. */
  reason?: string
  arrivedAt: Date
}

/** Accepts or declines an open offer. Conditional as a move is: see `playMove`. */
export async function answerOffer(deps: Deps, command: AnswerOffer): Promise<Result<Game, Refusal>> {
  const { playerId, how, reason, arrivedAt } = command
  for (;;) {
    const offer = await readOffer(deps.database, command.offer)
    const game = offer && (await readGame(deps.database, offer.game))
    if (!game) return refuse('not-found', `There is no draw offer ${command.offer}.`)
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (side === offer.by) return refuse('forbidden', 'The opponent answers an offer, not who made it.')
    const refused = reason !== undefined && (await wordsRefused(deps, game, side))
    if (refused) return refused
    if (await expireOffer(deps, game, arrivedAt)) continue
    const late = await tooLate(deps, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (offer.state !== 'open')
      return refuse(
        'conflict',
        `The offer is no longer open: it ${BECAME[offer.state]} at ${offer.closedAt}.`,
      )
    if (game.drawOffer?.id !== offer.id) continue

    const agreed = { winner: null, reason: 'agreement' } as const
    const change = how === 'accepted' ? ended(game, agreed, arrivedAt) : { drawOffer: null }
    const message = reason && (await declining(deps, game, side, offer, reason, arrivedAt))
    const changed = await changeGame(deps, game, change, arrivedAt, {
      by: playerId,
      offerBecomes: how,
      messages: message ? [message] : [],
    })
    if (changed) return ok(changed)
  }
}

const BECAME = {
  accepted: 'was accepted',
  declined: 'was declined',
  expired: 'expired',
  closed: 'was closed',
} as const

async function declining(
  { database }: Deps,
  { id: game, ply }: GameRow,
  by: Side,
  offer: DrawOffer,
  text: string,
  now: Date,
): Promise<Message> {
  const id = await nextMessageId(database)
  return { id, game, by, ply, kind: 'decline', offer: offer.id, text, createdAt: now.toISOString() }
}
