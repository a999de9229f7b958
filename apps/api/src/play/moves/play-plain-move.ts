import type { Game } from '@tegenzet/contract'
import { playTurn, ruleSet } from '@tegenzet/rules'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../http/caller.ts'
import type { Tx } from '../../store/transaction.ts'
import type { RecentGames } from '../game/change-game.ts'
import { isOverdue } from '../game/clock.ts'
import { sideOf } from '../game/game.ts'
import { gameReader } from '../game/game-store.ts'
import { writeGames } from '../game/write-games.ts'
import { afterMove, outcomeOf, type PlayMove } from './play-move.ts'

/** A move without a message, draw offer or conditional moves. */
interface PlainMove extends Pick<PlayMove, 'game' | 'move' | 'ply' | 'arrivedAt'> {
  caller: Caller
}

interface PlainMoves {
  /**
   * Plays a move in two statements: one reads the game, unless this process remembers it, the other writes. Moves that come
   * in meanwhile share both. What was read may be outdated, so the second statement checks the game's version, the
   * players' names and the caller's credential.
   * @returns the game; null if nothing was written, whatever the reason: then `playMove` decides
   */
  play(move: PlainMove): Promise<Game | null>
  /** Games as this process last wrote them. */
  readonly recent: RecentGames
}

/** A remembered game takes about 2 kB. */
const MAX_RECENT_GAMES = 5000

export function plainMoves(tx: Tx): PlainMoves {
  const recent: RecentGames = new LRUCache({ max: MAX_RECENT_GAMES })
  const read = gameReader(tx)
  return {
    recent,
    async play({ game: id, move, ply, arrivedAt, caller }) {
      const before = recent.get(id) ?? (await read(id))
      if (!before || before.ply !== ply || before.status !== 'active' || before.drawOffer) return null
      if (isOverdue(before, arrivedAt)) return null
      const side = sideOf(before, caller.playerId)
      if (!side || before.turn !== side) return null
      const rules = ruleSet(before.rules, before.rulesRevision)
      const turn = playTurn(rules, before.position, move)
      if (!turn.ok) return null
      const played = { ...turn.value, outcome: await outcomeOf(tx, before, rules, turn.value) }
      const change = { set: afterMove(before, side, played, arrivedAt), played }
      const { playerId: by, credential } = caller
      const [written] = await writeGames(tx, [{ before, change, by, at: arrivedAt, credential }])
      if (!written) return null
      recent.set(id, written.row)
      return written.game
    },
  }
}
