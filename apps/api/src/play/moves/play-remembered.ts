import type { Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { playTurn, ruleSet } from '@tegenzet/rules'
import type { Tx } from '../../store/transaction.ts'
import { changeGame, type RecentGames } from '../game/change-game.ts'
import { isOverdue } from '../game/clock.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { afterMove, outcomeOf, type PlayMove } from './play-move.ts'

/**
 * Plays a move in a game that this process remembers, in one statement. The statement checks whatever may have changed
 * since: the game's version, the players' names, and the caller's credential. So nothing outdated is ever written.
 * @param credentialHolds the condition under which the caller may still act
 * @returns null if nothing was written, whatever the reason: then `playMove` decides
 */
export async function playRemembered(
  tx: Tx,
  { game: id, playerId, move, ply, arrivedAt }: PlayMove,
  games: RecentGames,
  credentialHolds: Prisma.Sql,
): Promise<Game | null> {
  const game = games.get(id)
  if (!game || game.ply !== ply || game.status !== 'active' || game.drawOffer) return null
  if (isOverdue(game, arrivedAt)) return null
  const side = sideOf(game, playerId)
  if (!side || game.turn !== side) return null
  const rules = ruleSet(game.rules, game.rulesRevision)
  const turn = playTurn(rules, game.position, move)
  if (!turn.ok) return null
  const played = { ...turn.value, outcome: await outcomeOf(tx, game, rules, turn.value) }
  return changeGame(tx, game, afterMove(game, side, played, arrivedAt), arrivedAt, {
    ...{ by: playerId, played, remember: games },
    onlyIf: Prisma.sql`${namesHold(game)} AND ${credentialHolds}`,
  })
}

/** A change of a player's name does not change the game's version. */
const namesHold = ({ white, black }: GameRow): Prisma.Sql => Prisma.sql`
  (SELECT username FROM players WHERE id = white_id) = ${white.username}
  AND (SELECT username FROM players WHERE id = black_id) = ${black.username}`
