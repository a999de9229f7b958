import { ok, type Result } from '@tegenzet/common'
import type { Hint } from '@tegenzet/contract'
import { type Move, opponent, ruleSet } from '@tegenzet/rules'
import type { LRUCache } from 'lru-cache'
import type { Change } from '../../play/game/change.ts'
import { notYourTurn } from '../../play/game/endings.ts'
import { readPositions } from '../../play/game/game-positions.ts'
import { type Decision, type OwnGame, onGame } from '../../play/game/on-game.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { RefuseRunning } from '../fair-play/fair-play-hook.ts'
import type { HintThread } from './hint-thread.ts'

interface GiveHint {
  game: number
  playerId: number
  /** Owners take turns. */
  owner: string
  refuseRunning: RefuseRunning
  arrivedAt: Date
}

/** Hints by game and ply. */
export type GivenHints = LRUCache<string, Promise<Move>>

/** Suggests a move. The game is marked first: whatever happens then, nobody has had a hint in a game that does not say so. */
export async function giveHint(
  db: Db,
  { thread, given }: { thread: HintThread; given: GivenHints },
  { game: id, playerId, owner, refuseRunning, arrivedAt: at }: GiveHint,
): Promise<Result<Hint, Refusal>> {
  const done = await onGame(
    db,
    { game: id, player: playerId, at, read: (db, own) => hintRefused(db, refuseRunning, own) },
    mark,
  )
  if (!done.ok) return done
  const { game } = done.value
  const key = `${game.id} ${game.ply}`
  const hint = given.get(key) ?? search()
  given.set(key, hint)
  return ok({ move: await hint, game })

  async function search(): Promise<Move> {
    try {
      const positions = await readPositions(db, id, game.ply)
      return await thread.find(owner, { rules: game.rules, rulesRevision: game.rulesRevision, positions })
    } catch (error) {
      given.delete(key)
      throw error
    }
  }
}

/** Why there is no hint. In other running games nobody is helped, nor by a game that was brought to the same position. */
async function hintRefused(
  db: Db,
  refuseRunning: RefuseRunning,
  { game, side }: OwnGame,
): Promise<Refused | null> {
  if (game.turn !== side) return notYourTurn(game)
  if (game.rated || !(await isBuiltIn(db, game[opponent(side)].id)))
    return refuse('no-hint', 'There are hints only in unrated games against a built-in bot.')
  const rules = ruleSet(game.rules, game.rulesRevision)
  const positions = [game.position]
  return refuseRunning(db, { rules, positions, valued: positions, except: game.id })
}

const mark = ({ game }: OwnGame, refused: Refused | null): Decision<Change> =>
  refused ?? ok(game.assisted ? null : { set: { assisted: true } })

const isBuiltIn = async (db: Db, playerId: number): Promise<boolean> =>
  (await db.player.findUniqueOrThrow({ where: { id: playerId }, select: { builtIn: true } })).builtIn
