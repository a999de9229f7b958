import type { Game, GameUpdate } from '@tegenzet/contract'
import { readMovesOf } from '../../play/game/game-record.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readGame } from '../../play/game/read-games.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { type WaitingOptions, waitForEvents } from './waiting-events.ts'

interface GameStreamOptions extends Omit<WaitingOptions, 'of'> {
  db: Db
  game: number
  /** Whether the first line has the moves so far. */
  moves: boolean
  now: () => Date
}

const isOver = ({ status }: Game): boolean => status === 'finished' || status === 'cancelled'

/**
 * The lines of a game's stream: the game as it is now, then after each change, until it is over. It joins the tail before
 * it reads the game, so that no change in between is missed.
 */
export async function* gameLines(options: GameStreamOptions): AsyncGenerator<GameUpdate | '', void> {
  const { db, game: id, moves, now } = options
  const waiting = waitForEvents({ ...options, of: { game: id } })
  try {
    await waiting.join()
    let game = gameView(existing(await readGame(db, id)), now())
    const played = moves ? (await readMovesOf(db, [game])).get(id) : undefined
    yield { type: 'game', game, ...(played && { moves: played }) }
    if (isOver(game)) return
    for await (const events of waiting.groups()) {
      if (events.length === 0) yield ''
      for (const { event } of events) {
        if (event?.type !== 'game' || event.game.version <= game.version) continue
        game = event.game
        yield { type: 'game', game }
        if (isOver(game)) return
      }
    }
  } finally {
    waiting.leave()
  }
}
