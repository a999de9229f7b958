import type { GameRecord, Move, Position } from '@tegenzet/contract'
import type { MoveModel, PositionModel } from '@tegenzet/db'
import { plyLabel, positionLabel, ruleSet, type Side, trustedMove, trustedPosition } from '@tegenzet/rules'
import { MAX_ID } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import type { GameRow } from './game.ts'
import { gameView } from './game-view.ts'

const BY_PLY = { ply: 'asc' } as const

/** A game's moves from ply 1 on. */
export async function readMoves(tx: Tx, gameId: number): Promise<Move[]> {
  return (await tx.move.findMany({ where: { gameId }, orderBy: BY_PLY })).map(moveView)
}

/** A game's positions from 0 on; empty if the game does not exist. */
export async function readPositions(tx: Tx, gameId: number): Promise<Position[]> {
  if (gameId > MAX_ID) return []
  return (await tx.position.findMany({ where: { gameId }, orderBy: BY_PLY })).map(positionView)
}

/** A game with its moves and positions. */
export interface GameRecordRow {
  game: GameRow
  moves: Move[]
  /** Empty if they were not requested. */
  positions: Position[]
}

/** The records of games. The number of queries does not depend on the number of games. */
export async function readRecords(
  tx: Tx,
  games: readonly GameRow[],
  withPositions: boolean,
): Promise<GameRecordRow[]> {
  const query = { where: { gameId: { in: games.map(({ id }) => id) } }, orderBy: BY_PLY }
  const moves = await tx.move.findMany(query)
  const positions = withPositions ? await tx.position.findMany(query) : []
  return games.map((game) => {
    // a move may be played between the reads, so the record ends at the ply of the game as read
    const belongs = ({ gameId, ply }: { gameId: number; ply: number }) =>
      gameId === game.id && ply <= game.ply
    return {
      game,
      moves: moves.filter(belongs).map(moveView),
      positions: positions.filter(belongs).map(positionView),
    }
  })
}

const moveView = ({ ply, move, playedAt }: MoveModel): Move => ({
  ply,
  number: plyLabel(ply),
  move: trustedMove(move),
  playedAt: playedAt.toISOString(),
})
const positionView = ({ ply, position, occurrence, quiet }: PositionModel): Position => ({
  ply,
  number: positionLabel(ply),
  position: trustedPosition(position),
  occurrence,
  quiet,
})

const RESULTS: Record<Side | 'nobody', string> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }

/** A record as JSON. */
export const recordView = ({ game, moves, positions }: GameRecordRow): GameRecord => ({
  game: gameView(game),
  moves,
  positions,
})

/** A record as text: headers, an empty line, the numbered moves (docs/rules.md, notation). */
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
