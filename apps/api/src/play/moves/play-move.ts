import type { DrawOffer, Game, Message, OfferTerms } from '@tegenzet/contract'
import {
  ok,
  opponent,
  type Played,
  type Position,
  playText,
  type Result,
  ruleSet,
  type Side,
  sideOfPly,
} from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { expireOffer } from '../draws/expire-offer.ts'
import { type MadeOffer, makeOffer } from '../draws/make-offer.ts'
import { offerOpen } from '../draws/offer-draw.ts'
import { changeGame, type GameChange } from '../game/change-game.ts'
import { passTurn } from '../game/clock.ts'
import { ended, gameFrozen, gameNotFound, notAPlayer, tooLate } from '../game/endings.ts'
import { GAME_COLUMNS, type GameRow, gameView, idOf, JOIN_PLAYERS, sideOf } from '../game/game-store.ts'
import { nextMessageId } from '../game/message-store.ts'
import { wordsRefused } from '../messages/messages-refused.ts'
import { hasSaidEnough, saidEnough } from '../messages/send-message.ts'

export interface PlayMove {
  game: number
  playerId: number
  move: string
  /** Plies played so far, as the player knows it. */
  ply: number
  /** What is said with the move. */
  message?: string | undefined
  /** A draw offered with the move. */
  offerDraw?: OfferTerms | undefined
  arrivedAt: Date
}

/** `played` is false where the very same move stands there already: the command was sent again. */
export interface MovePlayed {
  played: boolean
  game: Game
}

/**
 * Plays a move. The database decides between commands that come at once: where another change was written since the
 * game was read, the command is judged again by the game as it then is.
 */
export async function playMove(deps: Deps, command: PlayMove): Promise<Result<MovePlayed, Refusal>> {
  const { playerId, move, ply, message, offerDraw, arrivedAt } = command
  for (;;) {
    const found = await read(deps, command)
    if (!found) return gameNotFound(command.game)
    const { positions, moveThere, ...game } = found
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (moveThere === move && side === sideOfPly(ply + 1)) return ok({ played: false, game: gameView(game) })

    const words = message !== undefined || offerDraw?.message !== undefined
    const refused = words && (await wordsRefused(deps, game, side))
    if (refused) return refused
    if (await expireOffer(deps, game, arrivedAt)) continue
    const late = await tooLate(deps, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed') return gameFrozen
    if (game.turn !== side) return refuse('not-your-turn', `It is ${game.turn}’s turn.`)
    if (game.ply !== ply)
      return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: look at the game again.`)
    const ownOffer = game.drawOffer?.by === side ? game.drawOffer : null
    if (ownOffer && offerDraw) return offerOpen(ownOffer)

    const played = playText(ruleSet(game.rules, game.rulesRevision), positions, move)
    if (!played.ok) return refuse('illegal-move', played.error.message)
    if (message !== undefined && (await hasSaidEnough(deps, game, side))) return saidEnough(deps)
    const saying = message === undefined ? [] : [await said(deps, game, side, message, arrivedAt)]
    const made = offerDraw && (await makeOffer(deps, game, side, ply + 1, offerDraw, arrivedAt))
    if (made && !made.ok) return made
    const change = afterMove(game, side, played.value, arrivedAt)
    // playing on declines the opponent's offer and leaves one's own open
    const changed = await changeGame(
      deps,
      game,
      { ...change, drawOffer: made?.value.offer ?? ownOffer },
      arrivedAt,
      {
        by: playerId,
        played: played.value,
        offerBecomes: ownOffer ? 'closed' : 'declined',
        ...offered(made?.value, played.value, arrivedAt),
        messages: [...saying, ...(made?.value.messages ?? [])],
      },
    )
    if (changed) return ok({ played: true, game: changed })
  }
}

function afterMove(game: GameRow, mover: Side, played: Played, now: Date): GameChange {
  const moved = {
    ply: game.ply + 1,
    position: played.position,
    lastMove: played.move,
    turn: opponent(mover),
    ...passTurn(game, mover, now),
  }
  return played.outcome ? { ...moved, ...ended({ ...game, ...moved }, played.outcome, now) } : moved
}

/** An offer that comes with the game's last move is closed as it is made. */
function offered(made: MadeOffer | undefined, { outcome }: Played, now: Date): { offer?: DrawOffer } {
  if (!made) return {}
  return { offer: outcome ? { ...made.offer, state: 'closed', closedAt: now.toISOString() } : made.offer }
}

async function said(
  { database }: Deps,
  { id: game, ply }: GameRow,
  by: Side,
  text: string,
  now: Date,
): Promise<Message> {
  const id = await nextMessageId(database)
  return { id, game, by, ply: ply + 1, kind: 'talk', offer: null, text, createdAt: now.toISOString() }
}

interface Found extends GameRow {
  /** Every position so far, by its number. */
  positions: Position[]
  /** The move that already stands where the command's would. */
  moveThere: string | null
}

async function read({ database }: Deps, { game, ply }: PlayMove): Promise<Found | undefined> {
  const [found] = await database.prisma.$queryRaw<Found[]>`
    SELECT ${GAME_COLUMNS},
      (SELECT array_agg(position ORDER BY ply) FROM positions WHERE game_id = g.id) AS positions,
      (SELECT move FROM moves WHERE game_id = g.id AND moves.ply = ${idOf(ply + 1)}) AS "moveThere"
    FROM games g ${JOIN_PLAYERS} WHERE g.id = ${idOf(game)}`
  return found
}
