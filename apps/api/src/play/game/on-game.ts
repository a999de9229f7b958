import { ok, type Result } from '@tegenzet/common'
import type { Game } from '@tegenzet/contract'
import type { Side } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { Change } from './change.ts'
import { isOverdue } from './clock.ts'
import { expiredOffer, gameFrozen, gameNotFound, goesOn, notAPlayer, overdue, timedOut } from './endings.ts'
import { type GameRow, sideOf } from './game.ts'
import { gameView } from './game-view.ts'
import { readGame } from './read-games.ts'
import { changeGames } from './write-games.ts'

/** A game as the one who acts sees it. `side` is null for whoever does not play in it. */
export interface OwnGame<Player extends number | null = number> {
  game: GameRow
  side: Player extends number ? Side : null
}

/** What a command changes. null: nothing has to change. */
export type Decision<C extends Change = Change> = Result<C | null, Refusal>

export interface OnGame<Player extends number | null, Read> {
  game: number
  /** The player who acts. null: somebody else does, or the server. */
  player: Player
  /** Whom the event names as its cause, if not the player. null: the server */
  by?: number | null
  /** When the command arrived. */
  at: Date
  /**
   * Where the command is possible. `playing` (default): in games that are neither over nor frozen by a claim. `running`: in
   * games that are not over. `any`: `decide` looks at that itself.
   */
  in?: 'playing' | 'running' | 'any'
  /** Whether a player whose time is out may do it too, as long as the opponent has not claimed the win. */
  whenOverdue?: true
  /** Reads what the decision depends on besides the game. */
  read?: (db: Db, own: OwnGame<Player>) => Promise<Read>
  /** Answers what does not depend on whether the game goes on. Pure. */
  first?: (own: OwnGame<Player>, found: Read) => Result<null, Refusal> | undefined
  /** Counts the command against a limit, once, before the change is written. */
  admit?: (own: OwnGame<Player>) => Promise<Result<undefined, Refusal>>
}

/** The game after a command, and what the command changed. */
export interface Done<C extends Change> {
  game: Game
  change: C | null
}

/** Far more than the changes that a game can have while a command waits. */
const MAX_ATTEMPTS = 100

/**
 * Carries out a command in a game: reads it, checks that the player may act now, has `decide` say what changes, and writes
 * that. If the game was changed in between, all of this is done again.
 * @param decide is pure
 */
export async function onGame<Player extends number | null, Read, C extends Change>(
  db: Db,
  command: OnGame<Player, Read>,
  decide: (own: OwnGame<Player>, found: Read) => Decision<C>,
): Promise<Result<Done<C>, Refusal>> {
  const { player, by = player, at, in: state = 'playing' } = command
  let admitted: Result<undefined, Refusal> | undefined
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const game = await readGame(db, command.game)
    if (!game) return gameNotFound(command.game)
    const own = ownGame(game, player)
    if (!own) return notAPlayer
    const found = (await command.read?.(db, own)) as Read
    const first = command.first?.(own, found)
    if (first) return first.ok ? ok({ game: gameView(game, at), change: null }) : first

    const byServer = (change: Change) => changeGames(db, [{ before: game, change, by: null, at }])
    if (state !== 'any') {
      const expired = expiredOffer(game, at)
      if (expired) {
        await byServer(expired)
        continue
      }
      const running = goesOn(game, at)
      if (!running.ok) {
        const end = timedOut(game, at)
        if (end) await byServer(end)
        return running
      }
      if (!command.whenOverdue && own.side === game.turn && isOverdue(game, at)) return overdue(game)
      if (state === 'playing' && game.status === 'claimed') return gameFrozen
    }

    const decision = decide(own, found)
    if (!decision.ok) {
      // what was read after the game may be of a later version
      if (!command.read || (await readGame(db, game.id))?.version === game.version) return decision
      continue
    }
    const change = decision.value
    if (!change) return ok({ game: gameView(game, at), change })
    admitted ??= (await command.admit?.(own)) ?? ok(undefined)
    if (!admitted.ok) return admitted
    const [written] = await changeGames(db, [{ before: game, change, by, at }])
    if (written) return ok({ game: written, change })
  }
  return refuse('unavailable', 'The game is being changed all the time: send it again.')
}

/** null: the player does not play in the game. */
function ownGame<Player extends number | null>(game: GameRow, player: Player): OwnGame<Player> | null {
  const side = player === null ? null : sideOf(game, player)
  return player !== null && !side ? null : { game, side: side as OwnGame<Player>['side'] }
}
