import { ok, type Result } from '@tegenzet/common'
import type { DrawOffer, Game, Message } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import { ended } from '../game/endings.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
import { messagesBlocked } from '../messages/messages-blocked.ts'
import { readOffer } from './draw-offer-store.ts'

export interface SettleOffer {
  offer: number
  playerId: number
  how: 'accepted' | 'declined' | 'withdrawn'
  /** Why it is declined, for the other player. */
  reason?: string
  arrivedAt: Date
}

/** Answers or withdraws an open offer. */
export async function settleOffer(db: Db, command: SettleOffer): Promise<Result<Game, Refusal>> {
  const { playerId: player, reason, arrivedAt: at } = command
  const known = await readOffer(db, command.offer)
  if (!known) return refuse('not-found', `There is no draw offer ${command.offer}.`)
  const done = await onGame(
    db,
    {
      game: known.game,
      player,
      at,
      in: 'running',
      ...(command.how === 'accepted' && { whenOverdue: true }),
      read: async (db, own) => ({
        offer: existing(await readOffer(db, known.id)),
        blocked: reason === undefined ? null : await messagesBlocked(db, own, at),
        messageId: reason ? await nextId(db, 'messages') : null,
      }),
      first: ({ side }, { blocked }) => notYours(side, known, command) ?? blocked ?? undefined,
    },
    (own, { offer, messageId }) => decideSettling(own, offer, messageId, command),
  )
  return done.ok ? ok(done.value.game) : done
}

function notYours(side: OwnGame['side'], { by }: DrawOffer, { how }: SettleOffer) {
  if (how === 'withdrawn' && side !== by)
    return refuse('forbidden', 'Only the player who made an offer can withdraw it.')
  if (how !== 'withdrawn' && side === by)
    return refuse('forbidden', 'Only the opponent of the player who made an offer can answer it.')
  return null
}

/** @param messageId for the reason of declining; null: without one */
export function decideSettling(
  { game, side: by }: OwnGame,
  offer: DrawOffer,
  messageId: number | null,
  { how, reason = '', arrivedAt: at }: Pick<SettleOffer, 'how' | 'reason' | 'arrivedAt'>,
): Decision {
  if (offer.state !== 'open')
    return refuse(
      'conflict',
      `The offer is no longer open: it ${STATE_TEXT[offer.state]} at ${offer.closedAt}.`,
    )
  const message: Message | null =
    messageId === null
      ? null
      : {
          id: messageId,
          game: game.id,
          by,
          ply: game.ply,
          kind: 'decline',
          offer: offer.id,
          text: reason,
          createdAt: at.toISOString(),
        }
  return ok({
    set: how === 'accepted' ? ended(game, { winner: null, reason: 'agreement' }, at) : { drawOffer: null },
    offerBecomes: how === 'withdrawn' ? 'closed' : how,
    messages: message ? [message] : [],
  })
}

const STATE_TEXT = {
  accepted: 'was accepted',
  declined: 'was declined',
  expired: 'expired',
  closed: 'was closed',
} as const
