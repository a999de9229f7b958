import type { Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { playTurn, ruleSet, samePositionKey, type Turn } from '@tegenzet/rules'
import { LRUCache } from 'lru-cache'
import { CREDENTIAL_HOLDS } from '../../accounts/credentials/find-caller.ts'
import type { Caller } from '../../http/caller.ts'
import { appendGames } from '../../outbox/append.ts'
import { batched } from '../../store/batched.ts'
import type { Tx } from '../../store/transaction.ts'
import { changedGame, type RecentGames, timeOfNewTurn } from '../game/change-game.ts'
import { isOverdue } from '../game/clock.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { occurrencesOf } from '../game/game-record.ts'
import { gameReader } from '../game/game-store.ts'
import { gameView } from '../game/game-view.ts'
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
   * @returns the game as JSON; null if nothing was written, whatever the reason: then `playMove` decides
   */
  play(move: PlainMove): Promise<string | null>
  /** Games as this process last wrote them. */
  readonly recent: RecentGames
}

/** A remembered game takes about 2 kB. */
const MAX_RECENT_GAMES = 5000

export function plainMoves(tx: Tx): PlainMoves {
  const recent: RecentGames = new LRUCache({ max: MAX_RECENT_GAMES })
  const read = gameReader(tx)
  const write = batched((moves: WrittenMove[]) => writeMoves(tx, moves))
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
      const after = changedGame(before, afterMove(before, side, played, arrivedAt), arrivedAt)
      const game = gameView(after, null)
      const json = JSON.stringify(game)
      const isWritten = await write({ before, after, played, caller, game, json })
      if (!isWritten) return null
      recent.set(id, after)
      return json
    },
  }
}

interface WrittenMove {
  before: GameRow
  after: GameRow
  played: Turn
  caller: Caller
  game: Game
  json: string
}

/** Writes moves in one statement. @returns which of them were written */
async function writeMoves(tx: Tx, moves: readonly WrittenMove[]): Promise<boolean[]> {
  // of several moves in one game only the first can be written
  const byGame = new Map([...moves].reverse().map((move) => [move.after.id, move]))
  const games = [...byGame.values()]
  const written = await appendGames(
    tx,
    games.map(({ game }) => game),
    statement(`[${games.map(rowOf).join()}]`),
  )
  return moves.map((move) => byGame.get(move.after.id) === move && written.has(move.after.id))
}

/** A row of `new` as JSON. */
function rowOf({ before, after, played, caller, json }: WrittenMove): string {
  const row = JSON.stringify({
    game_id: after.id,
    version: after.version,
    by: caller.playerId,
    at: after.updatedAt,
    ...{ white_name: after.white.username, black_name: after.black.username },
    credential: caller.credential,
    ...{ status: after.status, turn: after.turn, ply: after.ply, position: after.position },
    ...{ move: played.move, quiet: played.quiet },
    key: `${samePositionKey(ruleSet(after.rules, after.rulesRevision), after.position)} `,
    ...{ clock_since: after.clockSince, deadline: after.deadline },
    ...{ white_remaining_ms: after.whiteRemainingMs, black_remaining_ms: after.blackRemainingMs },
    turn_ms: timeOfNewTurn(before, after),
    ...{ winner: after.winner, reason: after.reason, ended_at: after.endedAt },
  })
  return `${row.slice(0, -1)},"payload":${json}}`
}

/**
 * Writes what `changeGame` would write for each of the moves. Skips games that another transaction is changing, so that no
 * game waits for another. Names and credentials are looked up row by row, by their indexes.
 */
const statement = (rows: string): Prisma.Sql => Prisma.sql`
  new AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS t (
      game_id int, version int, by int, at timestamptz, white_name text, black_name text, credential text,
      status game_status, turn side, ply int, position text, move text, quiet int, key text, clock_since timestamptz,
      deadline timestamptz, white_remaining_ms bigint, black_remaining_ms bigint, turn_ms bigint, winner side,
      reason text, ended_at timestamptz, payload jsonb)
  ), unchanged AS MATERIALIZED (
    SELECT g.id FROM new JOIN games g ON g.id = new.game_id AND g.version = new.version - 1
    WHERE (SELECT username FROM players WHERE id = g.white_id) = new.white_name
      AND (SELECT username FROM players WHERE id = g.black_id) = new.black_name
      AND ${CREDENTIAL_HOLDS}
    FOR NO KEY UPDATE OF g SKIP LOCKED
  ), changed AS (
    UPDATE games SET
      status = new.status, version = new.version, turn = new.turn, ply = new.ply, position = new.position,
      last_move = new.move, clock_since = new.clock_since, deadline = new.deadline,
      white_remaining_ms = new.white_remaining_ms, black_remaining_ms = new.black_remaining_ms,
      turn_ms = coalesce(new.turn_ms, games.turn_ms), winner = new.winner, reason = new.reason,
      updated_at = new.at, ended_at = new.ended_at
    FROM new JOIN unchanged ON unchanged.id = new.game_id
    WHERE games.id = new.game_id AND games.version = new.version - 1
    RETURNING games.id, games.white_id, games.black_id
  ), new_move AS (
    INSERT INTO moves (game_id, ply, move, played_at)
    SELECT new.game_id, new.ply, new.move, new.at FROM new JOIN changed ON changed.id = new.game_id
  ), new_position AS (
    INSERT INTO positions (game_id, ply, position, occurrence, quiet)
    SELECT new.game_id, new.ply, new.position, 1 + ${occurrencesOf(Prisma.sql`new.game_id`, Prisma.sql`new.key`)}, new.quiet
    FROM new JOIN changed ON changed.id = new.game_id
  )`
