import type { Hint } from '@tegenzet/contract'
import { type Move, ok, opponent, type Result } from '@tegenzet/rules'
import type { LRUCache } from 'lru-cache'
import type { Change } from '../../play/game/change.ts'
import { notYourTurn } from '../../play/game/endings.ts'
import { readPositions } from '../../play/game/game-positions.ts'
import { type Decision, type Own, onGame } from '../../play/game/on-game.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { HintThread } from './hint-thread.ts'

export interface GiveHint {
  game: number
  playerId: number
  arrivedAt: Date
}

/** Hints by game and ply. */
export type GivenHints = LRUCache<string, Promise<Move>>

/** Suggests a move. The game is marked first: whatever happens then, nobody has had a hint in a game that does not say so. */
export async function giveHint(
  db: Db,
  { thread, given }: { thread: HintThread; given: GivenHints },
  { game: id, playerId, arrivedAt: at }: GiveHint,
): Promise<Result<Hint, Refusal>> {
  const done = await onGame(
    db,
    { game: id, player: playerId, at, read: (db, own) => isBuiltIn(db, own.game[opponent(own.side)].id) },
    decideHint,
  )
  if (!done.ok) return done
  const { game } = done.value
  const key = `${game.id} ${game.ply}`
  const hint = given.get(key) ?? search()
  given.set(key, hint)
  return ok({ move: await hint, game })

  async function search(): Promise<Move> {
    try {
      const rows = await readPositions(db, id, { limit: game.ply + 1 })
      const positions = rows.map(({ position }) => position)
      return await thread.find(playerId, { rules: game.rules, rulesRevision: game.rulesRevision, positions })
    } catch (error) {
      given.delete(key)
      throw error
    }
  }
}

export function decideHint({ game, side }: Own, againstBuiltIn: boolean): Decision<Change> {
  if (game.turn !== side) return notYourTurn(game)
  if (game.rated || !againstBuiltIn)
    return refuse('no-hint', 'There are hints only in unrated games against a built-in bot.')
  return ok(game.assisted ? null : { set: { assisted: true } })
}

const isBuiltIn = async (db: Db, playerId: number): Promise<boolean> =>
  (await db.player.findUniqueOrThrow({ where: { id: playerId }, select: { builtIn: true } })).builtIn
