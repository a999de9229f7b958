import { type DrawOffer, type Game, MAX_PLY, type Message, type OfferTerms } from '@tegenzet/contract'
import {
  type Outcome,
  ok,
  opponent,
  playTurn,
  type Result,
  type RuleSet,
  ruleSet,
  type Side,
  samePositionKey,
  sideOfPly,
  type Turn,
  withRepetition,
} from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Tx } from '../../store/transaction.ts'
import { expireOffer } from '../draws/expire-offer.ts'
import { type MadeOffer, makeOffer } from '../draws/make-offer.ts'
import { offerOpen } from '../draws/offer-draw.ts'
import type { NewValues } from '../game/change.ts'
import { changeGame, type RecentGames } from '../game/change-game.ts'
import { passTurn } from '../game/clock.ts'
import { ended, gameFrozen, gameNotFound, notAPlayer, tooLate } from '../game/endings.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { countOccurrences } from '../game/game-record.ts'
import { readGameToMove } from '../game/game-store.ts'
import { gameView } from '../game/game-view.ts'
import { countFirstMessage, messagesBlocked } from '../messages/messages-blocked.ts'
import { messageLimit, reachedMessageLimit } from '../messages/send-message.ts'

export interface PlayMove {
  game: number
  playerId: number
  move: string
  /** Plies played so far, as the player knows it. */
  ply: number
  /** A message sent with the move. */
  message?: string | undefined
  /** A draw offered with the move. */
  offerDraw?: OfferTerms | undefined
  arrivedAt: Date
  /** Remembers the game after the move. */
  remember?: RecentGames | undefined
}

/** `played` is false if the same move was already stored, because the command was sent twice. */
export interface MovePlayed {
  played: boolean
  game: Game
}

/**
 * Plays a move. The database decides between concurrent commands: if the game changed since it was read, the command is
 * checked again against the changed game.
 */
export async function playMove(deps: Deps, tx: Tx, command: PlayMove): Promise<Result<MovePlayed, Refusal>> {
  const { playerId, move, ply, message, offerDraw, arrivedAt, remember } = command
  let first: Result<undefined, Refusal> | undefined
  for (;;) {
    const found = await readGameToMove(tx, command.game, ply)
    if (!found) return gameNotFound(command.game)
    const { game, moveThere } = found
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (moveThere === move && side === sideOfPly(ply + 1))
      return ok({ played: false, game: gameView(game, arrivedAt) })

    const writes = message !== undefined || offerDraw?.message !== undefined
    const blocked = writes && (await messagesBlocked(tx, game, side, arrivedAt))
    if (blocked) return blocked
    if (await expireOffer(tx, game, arrivedAt)) continue
    const late = await tooLate(tx, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.turn !== side) return refuse('not-your-turn', `It is ${game.turn}’s turn.`)
    if (game.ply !== ply)
      return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: get the game again.`)
    const ownOffer = game.drawOffer?.by === side ? game.drawOffer : null
    if (ownOffer && offerDraw) return offerOpen(ownOffer)

    const rules = ruleSet(game.rules, game.rulesRevision)
    const turn = playTurn(rules, game.position, move)
    if (!turn.ok) return refuse('illegal-move', turn.error.message)
    const played = { ...turn.value, outcome: await outcomeOf(tx, game, rules, turn.value) }
    if (message !== undefined && (await reachedMessageLimit(deps, tx, game, side))) return messageLimit(deps)
    const sent = message === undefined ? [] : [await messageWithMove(tx, game, side, message, arrivedAt)]
    const madeOffer = offerDraw && (await makeOffer(tx, game, side, ply + 1, offerDraw, arrivedAt))
    if (madeOffer && !madeOffer.ok) return madeOffer
    // once, however often the game changes meanwhile
    first ??= writes ? await countFirstMessage(deps, tx, game, side) : ok(undefined)
    if (!first.ok) return first
    const change = afterMove(game, side, played, arrivedAt)
    // playing on declines the opponent's offer and leaves one's own open
    const drawOffer = madeOffer?.value.offer ?? ownOffer
    const changed = await changeGame(tx, game, { ...change, drawOffer }, arrivedAt, {
      by: playerId,
      played,
      remember,
      offerBecomes: ownOffer ? 'closed' : 'declined',
      ...offerWithMove(madeOffer?.value, played, arrivedAt),
      messages: [...sent, ...(madeOffer?.value.messages ?? [])],
    })
    if (changed) return ok({ played: true, game: changed })
  }
}

/** How a turn ends the game: by the rules, or because the game has become too long. */
export async function outcomeOf(tx: Tx, game: GameRow, rules: RuleSet, turn: Turn): Promise<Outcome | null> {
  const earlier =
    rules.draws.repetition === 'automatic'
      ? await countOccurrences(tx, game.id, samePositionKey(rules, turn.position))
      : 0
  const outcome = withRepetition(rules, turn.outcome, earlier + 1)
  if (outcome || game.ply + 1 < MAX_PLY) return outcome
  return { winner: null, reason: 'too-long' }
}

export function afterMove(game: GameRow, mover: Side, played: Turn, now: Date): NewValues {
  const moved = {
    ply: game.ply + 1,
    position: played.position,
    lastMove: played.move,
    turn: opponent(mover),
    ...passTurn(game, mover, now),
  }
  return played.outcome ? { ...moved, ...ended({ ...game, ...moved }, played.outcome, now) } : moved
}

/** An offer with the game's last move is closed at once. */
function offerWithMove(made: MadeOffer | undefined, { outcome }: Turn, now: Date): { offer?: DrawOffer } {
  if (!made) return {}
  return { offer: outcome ? { ...made.offer, state: 'closed', closedAt: now.toISOString() } : made.offer }
}

async function messageWithMove(tx: Tx, game: GameRow, by: Side, text: string, now: Date): Promise<Message> {
  const id = await nextId(tx, 'messages')
  const createdAt = now.toISOString()
  return { id, game: game.id, by, ply: game.ply + 1, kind: 'talk', offer: null, text, createdAt }
}
