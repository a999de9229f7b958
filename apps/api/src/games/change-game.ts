import type { Game } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Played } from '@tegenzet/rules'
import type { Deps } from '../deps.ts'
import { type GameRow, gameView } from './game-row.ts'

/** What a change of a game may set; its version rises by itself. */
export type GameChange = Partial<
  Omit<GameRow, 'id' | 'rules' | 'rulesRevision' | 'version' | 'white' | 'black' | 'clock' | 'createdAt'>
>

/**
 * Writes a change of a game, a played move with it, and the event that tells of it: one statement, which is one
 * transaction, and only where the game still is as it was read. The event shows the whole game, so that who is told
 * need not read it.
 * @param now the moment the command arrived
 * @returns the game as it now is; null where another change came first, and nothing was written
 */
export async function changeGame(
  deps: Deps,
  before: GameRow,
  change: GameChange,
  now: Date,
  played?: Played,
): Promise<Game | null> {
  const after: GameRow = { ...before, ...change, version: before.version + 1, updatedAt: now }
  const game = gameView(after)
  const playerIds = [after.white.id, after.black.id]
  const [event] = await deps.database.prisma.$queryRaw<{ id: bigint }[]>`
    WITH changed AS (
      UPDATE games SET
        status = ${after.status}::game_status, version = ${after.version}, turn = ${after.turn}::side,
        ply = ${after.ply}, position = ${after.position}, last_move = ${after.lastMove},
        deadline = ${after.deadline}::timestamptz,
        white_remaining_ms = ${after.whiteRemainingMs}, black_remaining_ms = ${after.blackRemainingMs},
        winner = ${after.winner}::side, reason = ${after.reason}, updated_at = ${now}::timestamptz
      WHERE id = ${before.id} AND version = ${before.version}
      RETURNING id, ply
    ) ${played ? playedRows(played, now) : Prisma.empty}
    INSERT INTO events (type, game_id, version, player_ids, payload, created_at)
    SELECT 'game', id, ${after.version}, ${playerIds}::int[], ${JSON.stringify(game)}::jsonb, ${now}::timestamptz
    FROM changed
    RETURNING id`
  if (!event) return null
  deps.live.announce({ id: Number(event.id), type: 'game', game }, playerIds)
  return game
}

const playedRows = ({ move, position, occurrence, quiet }: Played, now: Date) => Prisma.sql`, moved AS (
      INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, ${move}, ${now}::timestamptz FROM changed
    ), stood AS (
      INSERT INTO positions (game_id, ply, position, occurrence, quiet)
      SELECT id, ply, ${position}, ${occurrence}::int, ${quiet}::int FROM changed
    )`
