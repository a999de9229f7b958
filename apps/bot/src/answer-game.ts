import { ApiError, type Client } from '@tegenzet/client'
import type { DrawOffer, ErrorCode, Game } from '@tegenzet/contract'
import { judgeClaim, type Position, ruleSet, type Side } from '@tegenzet/rules'
import { type Drawn, drawOnTheBoard } from './draws.ts'
import { isQuietEnding, provenDraw } from './proven-draw.ts'
import type { Think } from './thinkers.ts'

export interface Seat {
  client: Client
  think: Think
  side: Side
  signal: AbortSignal
}

/** Up to this score, about half a stone, the position is even. Scores are for the player to move. */
const EVEN = 50
/** Draw offers without grounds are declined before this ply. */
const EARLIEST_DRAW = 40

/**
 * Answers an open claim or draw offer, or plays a move.
 * @returns the changed game, or undefined when others have to act
 * @throws ApiError or NetworkError if the call failed: read the game again before trying again
 */
export async function answerGame(seat: Seat, game: Game): Promise<Game | undefined> {
  const { side } = seat
  if (game.openClaim) return game.openClaim.by === side ? undefined : answerClaim(seat, game)
  if (game.drawOffer && game.drawOffer.by !== side) return answerOffer(seat, game, game.drawOffer)
  return game.turn === side ? move(seat, game) : undefined
}

/** Agrees to a valid claim. Others are left to an admin. */
async function answerClaim({ client, signal }: Seat, game: Game): Promise<Game | undefined> {
  const { items } = await client.call('listClaims', { params: { id: game.id }, signal })
  const claim = items.find(({ id }) => id === game.openClaim?.id)
  if (!claim?.evidence.holds) return
  return (await client.call('agreeToClaim', { params: { id: claim.id }, signal })).game
}

/** Accepts if the grounds hold, or if the search finds us no better and the game is long enough. */
async function answerOffer(seat: Seat, game: Game, offer: DrawOffer): Promise<Game> {
  const { client, think, side, signal } = seat
  const positions = await readPositions(seat, game)
  const rules = ruleSet(game.rules, game.rulesRevision)
  const holds = 'ground' in offer && judgeClaim(rules, offer, positions).holds
  const accepts = holds || (game.ply >= EARLIEST_DRAW && (await scoreOfOurs()) <= EVEN)
  const params = { id: offer.id }
  return (await client.call(accepts ? 'acceptDrawOffer' : 'declineDrawOffer', { params, signal })).game

  async function scoreOfOurs(): Promise<number> {
    const { score } = await think(game, positions, opponentOf(game, side))
    return game.turn === side ? score : -score
  }
}

/** Claims or offers a draw if the record allows it and we are no better, otherwise plays the best move. */
async function move(seat: Seat, game: Game): Promise<Game> {
  const { client, think, side, signal } = seat
  const params = { id: game.id }
  const positions = await readPositions(seat, game)
  const { move, score } = await think(game, positions, opponentOf(game, side))
  const rules = ruleSet(game.rules, game.rulesRevision)
  const drawn =
    (score <= EVEN ? drawOnTheBoard(rules, positions) : null) ?? (await drawToProve(seat, game, positions))
  const body = { move, ply: game.ply }
  try {
    if (drawn?.by === 'claim')
      return (await client.call('fileClaim', { params, body: drawn.basis, signal })).game
    const offerDraw = drawn?.basis
    return (await client.call('playMove', { params, body: { ...body, offerDraw }, signal })).game
  } catch (error) {
    // refused before: play on
    if (!drawn || !isRefusal(error, 'claim-refused', 'offer-refused', 'offer-repeated', 'offer-open'))
      throw error
    return (await client.call('playMove', { params, body, signal })).game
  }
}

/** The proven draw that a bot asks for: its own search, without tables, sees no advantage for anybody. */
async function drawToProve(
  { client, think, side, signal }: Seat,
  game: Game,
  positions: Position[],
): Promise<Drawn | null> {
  const rules = ruleSet(game.rules, game.rulesRevision)
  if (!isQuietEnding(game, rules, positions)) return null
  const params = { id: game.id }
  const [{ items: claims }, { items: offers }, { tables }] = await Promise.all([
    client.call('listClaims', { params, signal }),
    client.call('listDrawOffers', { params, signal }),
    client.call('getAbout', { signal }),
  ])
  const covered = tables[game.rules] ?? 0
  const drawn = provenDraw(rules, positions, side, { claims, offers, covered })
  if (!drawn) return null
  const { score } = await think(game, positions, opponentOf(game, side), { tables: false })
  return Math.abs(score) <= EVEN ? drawn : null
}

const opponentOf = ({ white, black }: Game, side: Side): Game['white'] => (side === 'white' ? black : white)

async function readPositions({ client, signal }: Seat, { id, ply }: Game): Promise<Position[]> {
  const { items } = await client.call('listPositions', { params: { id }, signal })
  return items.slice(0, ply + 1).map(({ position }) => position)
}

const isRefusal = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && codes.includes(error.code)
