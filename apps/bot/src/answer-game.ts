import { ApiError, type Client } from '@tegenzet/client'
import type { DrawOffer, ErrorCode, Game } from '@tegenzet/contract'
import { judgeClaim, type Position, ruleSet, type Side } from '@tegenzet/rules'
import { drawOnTheBoard } from './draws.ts'
import type { Think } from './thinkers.ts'

export interface Seat {
  client: Client
  think: Think
  side: Side
  signal: AbortSignal
}

/** A score is of the player to move, about a hundred for a stone: up to here nobody is better. */
const EVEN = 50
/** Before so many plies no bare offer is accepted: a game is for playing. */
const EARLIEST_DRAW = 40

/**
 * Does what is for us to do in a game: answers a claim or an offer, or moves.
 * @returns the game after it; nothing where it is for others to do something
 * @throws ApiError or NetworkError where it could not be done: look again then
 */
export async function answerGame(seat: Seat, game: Game): Promise<Game | undefined> {
  const { side } = seat
  if (game.openClaim) return game.openClaim.by === side ? undefined : answerClaim(seat, game)
  if (game.drawOffer && game.drawOffer.by !== side) return answerOffer(seat, game, game.drawOffer)
  return game.turn === side ? move(seat, game) : undefined
}

/** A claim that holds is agreed to; on another an admin rules. */
async function answerClaim({ client, signal }: Seat, game: Game): Promise<Game | undefined> {
  const { items } = await client.call('listClaims', { params: { id: game.id }, signal })
  const claim = items.find(({ id }) => id === game.openClaim?.id)
  if (!claim?.evidence.holds) return
  return (await client.call('agreeToClaim', { params: { id: claim.id }, signal })).game
}

/** Accepted where the record makes it a draw, or where the search finds us no better in a game that is under way. */
async function answerOffer(seat: Seat, game: Game, offer: DrawOffer): Promise<Game> {
  const { client, think, side, signal } = seat
  const positions = await readPositions(seat, game)
  const rules = ruleSet(game.rules, game.rulesRevision)
  const holds = 'ground' in offer && judgeClaim(rules, offer, positions).holds
  const accepts = holds || (game.ply >= EARLIEST_DRAW && (await scoreOfOurs()) <= EVEN)
  const params = { id: offer.id }
  return (await client.call(accepts ? 'acceptDrawOffer' : 'declineDrawOffer', { params, signal })).game

  async function scoreOfOurs(): Promise<number> {
    const { score } = await think(game, positions)
    return game.turn === side ? score : -score
  }
}

/** Where the record makes the game a draw and we are no better, that is asked for; else the best move is played. */
async function move(seat: Seat, game: Game): Promise<Game> {
  const { client, think, signal } = seat
  const params = { id: game.id }
  const positions = await readPositions(seat, game)
  const { move, score } = await think(game, positions)
  const drawn = score <= EVEN ? drawOnTheBoard(ruleSet(game.rules, game.rulesRevision), positions) : null
  const body = { move, ply: game.ply }
  try {
    if (drawn?.by === 'claim')
      return (await client.call('fileClaim', { params, body: drawn.basis, signal })).game
    const offerDraw = drawn?.basis
    return (await client.call('playMove', { params, body: { ...body, offerDraw }, signal })).game
  } catch (error) {
    // asked for before, and not granted: we play on
    if (!drawn || !isRefusal(error, 'claim-refused', 'offer-refused', 'offer-repeated', 'offer-open'))
      throw error
    return (await client.call('playMove', { params, body, signal })).game
  }
}

async function readPositions({ client, signal }: Seat, { id, ply }: Game): Promise<Position[]> {
  const { items } = await client.call('listPositions', { params: { id }, signal })
  return items.slice(0, ply + 1).map(({ position }) => position)
}

const isRefusal = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)
