import type { Claim, DrawOffer, Game } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { PLACED, shuffling } from '../src/demo/shuffling.ts'
import { rebuildGame } from '../src/play/game/rebuild-game.ts'
import { type Beginning, beginGame } from './begin-game.ts'
import type { TestPlayer, TestServer } from './harness.ts'

export { PLACED, shuffling }

/**
 * A game that stands where the third occurrence may be claimed: after `plies` of going out and back. The moves are put
 * into the database, as though just played.
 */
export async function shuffled(
  { database, clock }: TestServer,
  white: TestPlayer,
  black: TestPlayer,
  { rules = 'molenspel', plies = PLACED + 8, ...beginning }: Beginning & { plies?: number } = {},
): Promise<Game> {
  const { id: gameId } = await beginGame(white, black, { rules, ...beginning })
  const moves = shuffling(rules, plies)
  const { ply, position, lastMove, turn, positions } = rebuildGame(ruleSet(rules), moves)
  await database.prisma.$transaction([
    database.prisma.move.createMany({
      data: moves.map((move, n) => ({ gameId, ply: n + 1, move, playedAt: clock.now() })),
    }),
    database.prisma.position.createMany({ data: positions.slice(1).map((row) => ({ gameId, ...row })) }),
    database.prisma.game.update({
      where: { id: gameId },
      data: { ply, version: ply, position, lastMove, turn },
    }),
  ])
  return (await white.call('getGame', { params: { id: gameId } })).body
}

/** The three positions that are the same when the last of them is `last`. */
export const threeTimes = (last: number): number[] => [last - 8, last - 4, last]

export async function offer(player: TestPlayer, game: Game, body?: object): Promise<DrawOffer> {
  const answer = await player.call('offerDraw', { params: { id: game.id }, body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.offer
}

export const file = (player: TestPlayer, game: Game, body: object) =>
  player.call('fileClaim', { params: { id: game.id }, body })

/** A repetition that holds, filed by who is to move. */
export async function filed(player: TestPlayer, game: Game, more: object = {}): Promise<Claim> {
  const answer = await file(player, game, { ground: 'repetition', positions: threeTimes(game.ply), ...more })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.claim
}
