import { ok, type Result } from '@tegenzet/common'
import { type DrawOffer, type Game, MAX_PLY, type Message, type OfferTerms } from '@tegenzet/contract'
import {
  type Outcome,
  opponent,
  playTurn,
  type RuleSet,
  ruleSet,
  type Side,
  samePositionKey,
  sideOfPly,
  type Turn,
  withRepetition,
} from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { nextId } from '../../store/next-id.ts'
import type { Db } from '../../store/transaction.ts'
import {
  type MadeOffer,
  makeOffer,
  type OffersSoFar,
  offerOpen,
  readOffersSoFar,
} from '../draws/make-offer.ts'
import type { Change, NewValues } from '../game/change.ts'
import { passTurn } from '../game/clock.ts'
import { ended, notYourTurn } from '../game/endings.ts'
import type { GameRow } from '../game/game.ts'
import { countOccurrences } from '../game/game-positions.ts'
import { readMoveAt } from '../game/game-record.ts'
import { type Decision, type OwnGame, onGame } from '../game/on-game.ts'
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
}

/** `played` is false if the same move was already stored, because the command was sent twice. */
export interface MovePlayed {
  played: boolean
  game: Game
}

/** Plays a move. Moves of different games that come in together share statements: see `changeGames`. */
export async function playMove(deps: Deps, db: Db, command: PlayMove): Promise<Result<MovePlayed, Refusal>> {
  const { game, playerId: player, message, offerDraw, arrivedAt: at } = command
  const writes = message !== undefined || offerDraw?.message !== undefined
  const done = await onGame(
    db,
    {
      game,
      player,
      at,
      whenOverdue: true,
      read: (db, own) => readForMove(deps, db, own, command),
      first: (own, { moveThere, blocked }) =>
        isRepeated(own, moveThere, command) ? ok(null) : (blocked ?? undefined),
      ...(writes && { admit: (own) => countFirstMessage(deps, db, own) }),
    },
    (own, found) => decideMove(own, found, command),
  )
  return done.ok ? ok({ played: done.value.change !== null, game: done.value.game }) : done
}

/** What decides about a move besides the game. */
interface FoundForMove {
  /** The move that is stored at the ply after the command's; null: none. */
  moveThere: string | null
  /** How often the position after the move has occurred, if repetition ends the game by itself. */
  earlier: number
  /** Why the player may not write. */
  blocked: Refused | null
  /** Why the player may not write more in this game. */
  tooMany: Refused | null
  messageId: number | null
  /** Only for a command with a draw offer. */
  soFar: OffersSoFar | null
}

async function readForMove(
  deps: Deps,
  db: Db,
  own: OwnGame,
  { move, ply, message, offerDraw, arrivedAt }: PlayMove,
): Promise<FoundForMove> {
  const { game } = own
  const writes = message !== undefined || offerDraw?.message !== undefined
  const isLimited = message !== undefined && (await reachedMessageLimit(deps, db, own))
  return {
    moveThere: game.ply > ply ? await readMoveAt(db, game.id, ply + 1) : null,
    earlier: await occurrencesAfter(db, game, move),
    blocked: writes ? await messagesBlocked(db, own, arrivedAt) : null,
    tooMany: isLimited ? messageLimit(deps) : null,
    messageId: message === undefined ? null : await nextId(db, 'messages'),
    soFar: offerDraw ? await readOffersSoFar(deps, db, game, offerDraw) : null,
  }
}

/** How often the position that a move would give has occurred. Counted only where that ends a game by itself. */
async function occurrencesAfter(db: Db, game: GameRow, move: string): Promise<number> {
  const rules = ruleSet(game.rules, game.rulesRevision)
  if (rules.draws.repetition !== 'automatic') return 0
  const turn = playTurn(rules, game.position, move)
  return turn.ok ? countOccurrences(db, game.id, samePositionKey(rules, turn.value.position)) : 0
}

/** Whether this move was sent before and played. */
const isRepeated = ({ side }: OwnGame, moveThere: string | null, { move, ply }: PlayMove): boolean =>
  moveThere === move && side === sideOfPly(ply + 1)

export function decideMove(
  own: OwnGame,
  { earlier, tooMany, messageId, soFar }: Omit<FoundForMove, 'moveThere' | 'blocked'>,
  { move, ply, message = '', offerDraw, arrivedAt: at }: Omit<PlayMove, 'game' | 'playerId'>,
): Decision {
  const { game, side } = own
  if (game.turn !== side) return notYourTurn(game)
  if (game.ply !== ply)
    return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: get the game again.`)
  const ownOffer = game.drawOffer?.by === side ? game.drawOffer : null
  if (ownOffer && offerDraw) return offerOpen(ownOffer)

  const rules = ruleSet(game.rules, game.rulesRevision)
  const turn = playTurn(rules, game.position, move)
  if (!turn.ok) return refuse('illegal-move', turn.error.message)
  if (tooMany) return tooMany
  const made = offerDraw && soFar && makeOffer(own, soFar, turn.value.position, offerDraw, at)
  if (made && !made.ok) return made
  const played = { ...turn.value, outcome: outcomeOf(game, rules, turn.value, earlier) }
  const change: Change = {
    // playing on declines the opponent's offer and leaves one's own open
    set: { ...afterMove(game, side, played, at), drawOffer: made?.value.offer ?? ownOffer },
    played,
    offerBecomes: ownOffer ? 'closed' : 'declined',
    messages: [
      ...(messageId === null ? [] : [messageWithMove(own, messageId, message, at)]),
      ...(made?.value.messages ?? []),
    ],
  }
  return ok(made ? { ...change, offer: offerWithMove(made.value, played, at) } : change)
}

/** How a turn ends the game: by the rules, or because the game has become too long. @param earlier occurrences of its position */
function outcomeOf(game: GameRow, rules: RuleSet, turn: Turn, earlier: number): Outcome | null {
  const outcome = withRepetition(rules, turn.outcome, earlier + 1)
  if (outcome || game.ply + 1 < MAX_PLY) return outcome
  return { winner: null, reason: 'too-long' }
}

function afterMove(game: GameRow, mover: Side, played: Turn, now: Date): NewValues {
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
const offerWithMove = ({ offer }: MadeOffer, { outcome }: Turn, now: Date): DrawOffer =>
  outcome ? { ...offer, state: 'closed', closedAt: now.toISOString() } : offer

const messageWithMove = ({ game, side: by }: OwnGame, id: number, text: string, now: Date): Message => ({
  id,
  game: game.id,
  by,
  ply: game.ply + 1,
  kind: 'talk',
  offer: null,
  text,
  createdAt: now.toISOString(),
})
