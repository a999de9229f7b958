import type { Move, Position } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { plyLabel, positionLabel, type Side } from '@tegenzet/rules'
import { type GameRow, idOf } from './game-row.ts'

/** A game's moves from ply 1 on. */
export async function readMoves({ prisma }: Database, gameId: number): Promise<Move[]> {
  const rows = await prisma.$queryRaw<{ ply: number; move: string; playedAt: Date }[]>`
    SELECT ply, move, played_at AS "playedAt" FROM moves WHERE game_id = ${idOf(gameId)} ORDER BY ply`
  return rows.map(({ ply, move, playedAt }) => ({
    ply,
    number: plyLabel(ply),
    move,
    playedAt: playedAt.toISOString(),
  }))
}

/** A game's positions from 0 on; none where there is no such game. */
export async function readPositions({ prisma }: Database, gameId: number): Promise<Position[]> {
  const rows = await prisma.$queryRaw<Omit<Position, 'number'>[]>`
    SELECT ply, position, occurrence, quiet FROM positions WHERE game_id = ${idOf(gameId)} ORDER BY ply`
  return rows.map((row) => ({ ...row, number: positionLabel(row.ply) }))
}

const RESULTS: Record<Side | 'nobody', string> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }

/**
 * A game as people read it: headers, an empty line, the moves with their numbers (docs/rules.md, notation), the result.
 * @param name what people call the rule set
 */
export function recordText(game: GameRow, name: string, moves: readonly Move[]): string {
  const { clock, createdAt } = game
  const result =
    game.reason === null
      ? 'running'
      : game.status === 'cancelled'
        ? 'cancelled'
        : `${RESULTS[game.winner ?? 'nobody']} (${game.reason})`
  const headers = [
    ['Game', game.id],
    ['Rules', `${name} (${game.rules}, revision ${game.rulesRevision})`],
    ['White', game.white.username],
    ['Black', game.black.username],
    ['Date', createdAt.toISOString()],
    ['Clock', `${clock.days} ${clock.days === 1 ? 'day' : 'days'} a move`],
    ['Result', result],
  ]
  const record = moves.map(({ ply, move }) => (ply % 2 === 1 ? `${(ply + 1) / 2}. ${move}` : move)).join(' ')
  return `${headers.map(([key, value]) => `${key}: ${value}`).join('\n')}\n\n${record}${record && '\n'}`
}
