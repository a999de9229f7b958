import type { GameRecord, Move, Position } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { plyLabel, positionLabel, ruleSet, type Side } from '@tegenzet/rules'
import { type GameRow, gameView, idOf } from './game-store.ts'

/** A game's moves from ply 1 on. */
export async function readMoves({ prisma }: Database, gameId: number): Promise<Move[]> {
  const rows = await prisma.$queryRaw<MoveRow[]>`
    SELECT ply, move, played_at AS "playedAt" FROM moves WHERE game_id = ${idOf(gameId)} ORDER BY ply`
  return rows.map(moveView)
}

/** A game's positions from 0 on; none where there is no such game. */
export async function readPositions({ prisma }: Database, gameId: number): Promise<Position[]> {
  const rows = await prisma.$queryRaw<PositionRow[]>`
    SELECT ply, position, occurrence, quiet FROM positions WHERE game_id = ${idOf(gameId)} ORDER BY ply`
  return rows.map(positionView)
}

/** A game with what makes its record. */
export interface GameRecordRow {
  game: GameRow
  moves: Move[]
  /** None where they were not asked for. */
  positions: Position[]
}

/** The records of games: as many queries however many they are. */
export async function readRecords(
  { prisma }: Database,
  games: readonly GameRow[],
  withPositions: boolean,
): Promise<GameRecordRow[]> {
  const ids = games.map(({ id }) => id)
  const moves = await prisma.$queryRaw<(MoveRow & OfGame)[]>`
    SELECT game_id AS game, ply, move, played_at AS "playedAt" FROM moves
    WHERE game_id = ANY(${ids}) ORDER BY game_id, ply`
  const positions = withPositions
    ? await prisma.$queryRaw<(PositionRow & OfGame)[]>`
        SELECT game_id AS game, ply, position, occurrence, quiet FROM positions
        WHERE game_id = ANY(${ids}) ORDER BY game_id, ply`
    : []
  return games.map((game) => {
    // a move may be played between the reads: the record ends where the game that was read does
    const its = ({ game: id, ply }: OfGame) => id === game.id && ply <= game.ply
    return {
      game,
      moves: moves.filter(its).map(moveView),
      positions: positions.filter(its).map(positionView),
    }
  })
}

interface OfGame {
  game: number
  ply: number
}
interface MoveRow {
  ply: number
  move: Move['move']
  playedAt: Date
}
type PositionRow = Omit<Position, 'number'>

const moveView = ({ ply, move, playedAt }: MoveRow): Move => ({
  ply,
  number: plyLabel(ply),
  move,
  playedAt: playedAt.toISOString(),
})
const positionView = ({ ply, position, occurrence, quiet }: PositionRow): Position => ({
  ply,
  number: positionLabel(ply),
  position,
  occurrence,
  quiet,
})

const RESULTS: Record<Side | 'nobody', string> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }

/** A record as programs read it. */
export const recordView = ({ game, moves, positions }: GameRecordRow): GameRecord => ({
  game: gameView(game),
  moves,
  positions,
})

/** A record as people read it: headers, an empty line, the moves with their numbers (docs/rules.md, notation). */
export function recordText({ game, moves }: GameRecordRow): string {
  const { clock, createdAt } = game
  const name = ruleSet(game.rules, game.rulesRevision).names.en
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
