import { longestGift } from '@tegenzet/clocks'
import { ok, type Result } from '@tegenzet/common'
import { type Game, type GiftRefusal, MAX_GIFTS, type Message } from '@tegenzet/contract'
import { opponent } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import { giveClockTime, isOverdue } from '../game/clock.ts'
import { isOfCompetition } from '../game/endings.ts'
import { countGifts } from '../game/game-gifts.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'

interface GiveTime {
  game: number
  playerId: number
  days: number
  arrivedAt: Date
}

/** Gives the opponent time on either turn (docs/rules.md, time). */
export async function giveTime(
  db: Db,
  { game, playerId: player, days, arrivedAt: at }: GiveTime,
): Promise<Result<Game, Refusal>> {
  const done = await onGame(
    db,
    {
      game,
      player,
      at,
      // a gift changes the version, so no two of them count the same earlier ones
      read: async (db, { game, side }) => ({
        given: await countGifts(db, game.id, side),
        messageId: await nextId(db, 'messages'),
      }),
    },
    (own, found) => decideGift(own, found, days, at),
  )
  return done.ok ? ok(done.value.game) : done
}

function decideGift(
  { game, side }: OwnGame,
  { given, messageId }: { given: number; messageId: number },
  days: number,
  at: Date,
): Decision {
  const to = opponent(side)
  const longest = longestGift(game.clock)
  if (isOfCompetition(game))
    return giftRefused('competition', 'In tournaments, leagues, ladders and matches nobody gives time.')
  if (game[to].kind === 'bot') return giftRefused('bot', 'Bots take no time.')
  if (days > longest)
    return giftRefused('too-long', `In this game you can give at most ${longest} days at once.`)
  if (given >= MAX_GIFTS)
    return giftRefused('too-many', `You have given time ${MAX_GIFTS} times in this game, the maximum.`)
  if (isOverdue(game, at)) return giftRefused('time-out', `${game.turn}’s time is out.`)
  const message: Message = {
    id: messageId,
    game: game.id,
    by: side,
    ply: game.ply,
    kind: 'gift',
    offer: null,
    days,
    text: '',
    createdAt: at.toISOString(),
  }
  return ok({ set: giveClockTime(game, to, days, at), messages: [message] })
}

const giftRefused = (reason: GiftRefusal, detail: string) => refuse('gift-refused', detail, { reason })
