import { valueAt } from '@tegenzet/common'
import type { Clock, GameMove, GamePosition, GameRecord } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { plyLabel, ruleSet, SIDES, type Side, trustedMove } from '@tegenzet/rules'
import { z } from 'zod'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from './game.ts'
import { daysGiven, type Gifts, readGifts } from './game-gifts.ts'
import { numberedInSteps, type Part } from './game-positions.ts'
import { gameView } from './game-view.ts'

const moveRow = z.tuple([z.int(), z.string(), z.string()])
const movesRow = z.object({
  id: z.int(),
  moves: z
    .array(moveRow)
    .nullable()
    .transform((rows) => rows ?? []),
})

/** As rows, the moves of a game of 2,000 plies take four times as long. */
const MOVES_AS_JSON = Prisma.sql`SELECT json_agg(json_build_array(ply, move, played_at) ORDER BY ply)`

/** A game's moves from ply 1 on; empty if the game does not exist. */
export async function readMoves(
  db: Db,
  gameId: number,
  { after = 0, limit }: Part = {},
): Promise<GameMove[]> {
  const [found] = await readRows(
    db,
    movesRow.pick({ moves: true }),
    Prisma.sql`
      ${MOVES_AS_JSON} AS moves FROM moves_of(${gameId}::int)
      WHERE ply > ${after} ${limit === undefined ? Prisma.empty : Prisma.sql`AND ply <= ${after + limit}`}`,
  )
  return existing(found).moves.map(moveView)
}

/** The move that was played at a ply; null: none yet. */
export async function readMoveAt(db: Db, gameId: number, ply: number): Promise<string | null> {
  const [row] = await readRows(
    db,
    z.object({ move: z.string() }),
    Prisma.sql`SELECT move FROM moves_of(${gameId}::int) WHERE ply = ${ply}`,
  )
  return row?.move ?? null
}

/** A game with its moves and positions. */
export interface GameRecordRow {
  game: GameRow
  moves: GameMove[]
  gifts: Gifts
  /** Empty if they were not requested. */
  positions: GamePosition[]
}

/** The moves of games by id, each up to the ply of the game as read. */
export async function readMovesOf(
  db: Db,
  games: readonly { id: number; ply: number }[],
): Promise<Map<number, GameMove[]>> {
  const rows = await readRows(
    db,
    movesRow,
    Prisma.sql`
      SELECT game.id, (${MOVES_AS_JSON} FROM moves_of(game.id) WHERE ply <= game.ply) AS moves
      FROM unnest(${games.map(({ id }) => id)}::int[], ${games.map(({ ply }) => ply)}::int[]) AS game (id, ply)`,
  )
  return new Map(rows.map(({ id, moves }) => [id, moves.map(moveView)]))
}

/** The records of games, without positions. The number of queries does not depend on the number of games. */
export async function readRecords(db: Db, games: readonly GameRow[]): Promise<GameRecordRow[]> {
  const moves = await readMovesOf(db, games)
  const gifts = await readGifts(db, games)
  return games.map((game) => ({
    game,
    moves: valueAt(moves, game.id),
    gifts: gifts.get(game.id) ?? [],
    positions: [],
  }))
}

/** A record with its positions, in steps. */
export function* withPositions(record: GameRecordRow): Generator<number, GameRecordRow> {
  const { game, moves } = record
  const played = { rules: ruleSet(game.rules, game.rulesRevision), moves: moves.map(({ move }) => move) }
  return { ...record, positions: yield* numberedInSteps(played) }
}

const moveView = ([ply, move, playedAt]: z.output<typeof moveRow>): GameMove => ({
  ply,
  number: plyLabel(ply),
  move: trustedMove(move),
  playedAt: new Date(playedAt).toISOString(),
})

const RESULTS: Record<Side | 'nobody', string> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }

/** A record as JSON. */
export const recordView = ({ game, moves, gifts, positions }: GameRecordRow, now: Date): GameRecord => ({
  game: gameView(game, now),
  moves,
  gifts,
  positions,
})

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const clockText = (clock: Clock): string =>
  clock.kind === 'per-move'
    ? `${amount(clock.days, 'day')} a move`
    : `${amount(clock.days, 'day')}, ${amount(clock.incrementHours, 'hour')} added per move, at most ${amount(clock.capDays, 'day')}`

/**
 * A record as text: headers, an empty line, the numbered moves (docs/rules.md, notation).
 * @param times whether each move is followed by its time in braces
 */
export function recordText({ game, moves, gifts }: GameRecordRow, times: boolean): string {
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
    ['Clock', clockText(clock)],
    ...(game.timeouts === 'claimed' ? [['Time-outs', 'claimed']] : []),
    ...SIDES.flatMap((side) => {
      const days = daysGiven(gifts, side)
      return days > 0 ? [[`Given by ${game[side].username}`, amount(days, 'day')]] : []
    }),
    ['Result', result],
  ]
  const record = moves
    .map(({ ply, move, playedAt }) => {
      const number = ply % 2 === 1 ? `${(ply + 1) / 2}. ` : ''
      return `${number}${move}${times ? ` {${playedAt}}` : ''}`
    })
    .join(' ')
  return `${headers.map(([key, value]) => `${key}: ${value}`).join('\n')}\n\n${record}${record && '\n'}`
}
