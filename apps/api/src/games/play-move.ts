import type { Game } from '@tegenzet/contract'
import { ok, opponent, type Played, play, type Result, ruleSet, type Side, sideOfPly } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { changeGame, type GameChange } from './change-game.ts'
import { passTurn } from './clock.ts'
import { ended, gameNotFound, notAPlayer, tooLate } from './endings.ts'
import { GAME_COLUMNS, type GameRow, gameView, idOf, JOIN_PLAYERS, sideOf } from './game-row.ts'

export interface PlayMove {
  game: number
  playerId: number
  move: string
  /** Plies played so far, as the player knows it. */
  ply: number
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
  const { playerId, move, ply, arrivedAt } = command
  for (;;) {
    const found = await read(deps, command)
    if (!found) return gameNotFound(command.game)
    const { positions, moveThere, ...game } = found
    const side = sideOf(game, playerId)
    if (!side) return notAPlayer
    if (moveThere === move && side === sideOfPly(ply + 1)) return ok({ played: false, game: gameView(game) })

    const late = await tooLate(deps, game, arrivedAt)
    if (late) return { ok: false, error: late }
    if (game.status === 'claimed')
      return refuse('game-frozen', 'A claim is open: no move until it is ruled on.')
    if (game.turn !== side) return refuse('not-your-turn', `It is ${game.turn}’s turn.`)
    if (game.ply !== ply)
      return refuse('stale-ply', `${game.ply} plies have been played, not ${ply}: look at the game again.`)

    const played = play(ruleSet(game.rules, game.rulesRevision), positions, move)
    if (!played.ok) return refuse('illegal-move', played.error.message)
    const change = afterMove(game, side, played.value, arrivedAt)
    const changed = await changeGame(deps, game, change, arrivedAt, played.value)
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

interface Found extends GameRow {
  /** Every position so far, by its number. */
  positions: string[]
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
