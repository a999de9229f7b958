import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import { type MillRules, type Move, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { lastPlacingPly, repeatingMoves as repeatingMovesOf } from '../../src/demo/repeating-moves.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { TestServer } from '../server/harness.ts'
import { beginGame, type GameTerms } from './begin-game.ts'
import { rebuildGame } from './rebuild-game.ts'

const millRules = (id: RuleSetId) => ruleSet(id) as MillRules

/** In the games with nine stones. */
export const LAST_PLACING_PLY = lastPlacingPly(millRules('molenspel'))

export const repeatingMoves = (id: RuleSetId, plies: number): Move[] => repeatingMovesOf(millRules(id), plies)

/**
 * A game in which the third occurrence of a position may be claimed, after `plies` of moving back and forth. The moves
 * are inserted into the database directly.
 */
export async function gameWithRepetition(
  server: TestServer,
  white: TestPlayer,
  black: TestPlayer,
  { rules = 'molenspel', plies, ...beginning }: GameTerms & { plies?: number } = {},
): Promise<Game> {
  return insertRepetition(server, await beginGame(white, black, { rules, ...beginning }), plies)
}

/** Does so in a game without moves. */
export const insertRepetition = (
  server: TestServer,
  game: Game,
  plies = LAST_PLACING_PLY + 8,
): Promise<Game> => insertMoves(server, game, repeatingMoves(game.rules, plies))

/** Inserts moves of a game without moves into the database directly. */
export async function insertMoves(
  { database, clock, call }: Pick<TestServer, 'database' | 'clock' | 'call'>,
  { id: gameId, rules }: Game,
  moves: readonly string[],
): Promise<Game> {
  const { ply, position, lastMove, turn } = rebuildGame(ruleSet(rules), moves)
  await database.prisma.$transaction([
    database.prisma.move.createMany({
      data: moves.map((move, n) => ({ gameId, ply: n + 1, move, playedAt: clock.now() })),
    }),
    database.prisma.game.update({
      where: { id: gameId },
      data: { ply, version: ply, position, lastMove, turn },
    }),
  ])
  return (await call('getGame', { params: { id: gameId } })).body
}

/** The numbers of the three equal positions up to `last`. */
export const threeOccurrences = (last: number): number[] => [last - 8, last - 4, last]

export async function offerDraw(player: TestPlayer, game: Game, body?: object): Promise<DrawOffer> {
  const answer = await player.call('offerDraw', { params: { id: game.id }, body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.offer
}

export const postClaim = (player: TestPlayer, game: Game, body: object) =>
  player.call('fileClaim', { params: { id: game.id }, body })

/** Files a valid claim of repetition by the player to move. */
export async function fileRepetition(player: TestPlayer, game: Game, more: object = {}): Promise<Claim> {
  const answer = await postClaim(player, game, {
    ground: 'repetition',
    positions: threeOccurrences(game.ply),
    ...more,
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.claim
}
