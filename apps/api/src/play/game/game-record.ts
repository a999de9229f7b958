import type { Clock, GameMove, GamePosition, GameRecord } from '@tegenzet/contract'
import { type MoveModel, type PositionModel, Prisma } from '@tegenzet/db'
import {
  type PositionKey,
  plyLabel,
  positionLabel,
  ruleSet,
  type Side,
  trustedMove,
  trustedPosition,
  valueAt,
} from '@tegenzet/rules'
import { z } from 'zod'
import { asInt } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import type { Tx } from '../../store/transaction.ts'
import type { GameRow } from './game.ts'
import { readGame } from './game-store.ts'
import { gameView } from './game-view.ts'
import { type PositionRow, withSamePositions } from './same-positions.ts'

const BY_PLY = { ply: 'asc' } as const

/** A part of a game's moves or positions. */
export interface Part {
  /** Only those of later plies. */
  after?: number | undefined
  limit?: number | undefined
}

const moveRow = z.tuple([z.int(), z.string(), z.string()])
const positionRow = z.tuple([z.int(), z.string(), z.int(), z.int().nullable()])

/** A game's moves from ply 1 on; empty if the game does not exist. */
export async function readMoves(tx: Tx, gameId: number, part?: Part): Promise<GameMove[]> {
  const source = { table: Prisma.sql`moves`, columns: Prisma.sql`ply, move, played_at` }
  const rows = await readPart(tx, moveRow, source, gameId, part)
  return rows.map(([ply, move, playedAt]) => moveView({ ply, move, playedAt: new Date(playedAt) }))
}

/** A game's positions from 0 on; empty if the game does not exist. */
export async function readPositions(tx: Tx, gameId: number, part?: Part): Promise<PositionRow[]> {
  const source = { table: Prisma.sql`positions`, columns: Prisma.sql`ply, position, occurrence, quiet` }
  const rows = await readPart(tx, positionRow, source, gameId, part)
  return rows.map(([ply, position, occurrence, quiet]) => positionView({ ply, position, occurrence, quiet }))
}

/** As `readPositions`, with the numbers of the earlier positions that are the same. */
export async function readNumberedPositions(
  tx: Tx,
  gameId: number,
  part: Part = {},
): Promise<GamePosition[]> {
  const rows = await readPositions(tx, gameId, part)
  if (rows.every(({ occurrence }) => occurrence === 1)) return rows.map((row) => ({ ...row, sameAs: [] }))
  const { after } = part
  const earlier = after === undefined ? [] : await readPositions(tx, gameId, { limit: after + 1 })
  const game = existing(await readGame(tx, gameId))
  return withSamePositions(ruleSet(game.rules, game.rulesRevision), [...earlier, ...rows]).slice(
    earlier.length,
  )
}

/** Reads the rows as one JSON value: as rows, those of a game of 2,000 plies take four times as long. */
async function readPart<T>(
  tx: Tx,
  row: z.ZodType<T>,
  { table, columns }: { table: Prisma.Sql; columns: Prisma.Sql },
  gameId: number,
  { after = -1, limit }: Part = {},
): Promise<T[]> {
  const [found] = await tx.$queryRaw<{ rows: unknown }[]>`
    SELECT json_agg(json_build_array(${columns}) ORDER BY ply) AS rows FROM (
      SELECT * FROM ${table} WHERE game_id = ${gameId} AND ply > ${after} ORDER BY ply LIMIT ${limit ?? null}::int
    ) part`
  return z.array(row).parse(found?.rows ?? [])
}

/**
 * How often a position has occurred in a game, by an index on its stones. All are SQL expressions.
 * @param key see `samePositionKey`, with a space at its end
 */
export const occurrences = (gameId: Prisma.Sql, key: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT count(*)::int FROM positions p WHERE p.game_id = ${gameId} AND starts_with(p.position, ${key})
    AND hashtext(split_part(p.position, ' ', 1)) = hashtext(split_part(${key}, ' ', 1)))`

/** The move that was played at a ply; null: none yet. */
export async function readMoveAt(tx: Tx, gameId: number, ply: number): Promise<string | null> {
  const row = await tx.move.findUnique({ where: { gameId_ply: { gameId, ply } }, select: { move: true } })
  return row?.move ?? null
}

export async function countOccurrences(tx: Tx, gameId: number, key: PositionKey): Promise<number> {
  const count = occurrences(Prisma.sql`${gameId}`, Prisma.sql`${`${key} `}`)
  const [row] = await tx.$queryRaw<{ count: unknown }[]>`SELECT ${count} AS count`
  return asInt(existing(row).count)
}

/** A game with its moves and positions. */
export interface GameRecordRow {
  game: GameRow
  moves: GameMove[]
  /** Empty if they were not requested. */
  positions: PositionRow[]
}

/** The moves of games by id, each up to the ply of the game as read. */
export async function readMovesOf(
  tx: Tx,
  games: readonly { id: number; ply: number }[],
): Promise<Map<number, GameMove[]>> {
  const plies = new Map(games.map(({ id, ply }) => [id, ply]))
  const moves = new Map(games.map(({ id }): [number, GameMove[]] => [id, []]))
  const rows = await tx.move.findMany({ where: { gameId: { in: [...plies.keys()] } }, orderBy: BY_PLY })
  for (const row of rows)
    if (row.ply <= valueAt(plies, row.gameId)) valueAt(moves, row.gameId).push(moveView(row))
  return moves
}

/** The records of games. The number of queries does not depend on the number of games. */
export async function readRecords(
  tx: Tx,
  games: readonly GameRow[],
  withPositions: boolean,
): Promise<GameRecordRow[]> {
  const query = { where: { gameId: { in: games.map(({ id }) => id) } }, orderBy: BY_PLY }
  const moves = await readMovesOf(tx, games)
  const positions = withPositions ? await tx.position.findMany(query) : []
  return games.map((game) => {
    // a move may be played between the reads, so the record ends at the ply of the game as read
    const belongs = ({ gameId, ply }: { gameId: number; ply: number }) =>
      gameId === game.id && ply <= game.ply
    return {
      game,
      moves: moves.get(game.id) ?? [],
      positions: positions.filter(belongs).map(positionView),
    }
  })
}

const moveView = ({ ply, move, playedAt }: Omit<MoveModel, 'gameId'>): GameMove => ({
  ply,
  number: plyLabel(ply),
  move: trustedMove(move),
  playedAt: playedAt.toISOString(),
})
const positionView = ({ ply, position, occurrence, quiet }: Omit<PositionModel, 'gameId'>): PositionRow => ({
  ply,
  number: positionLabel(ply),
  position: trustedPosition(position),
  occurrence,
  quiet,
})

const RESULTS: Record<Side | 'nobody', string> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }

/** A record as JSON. */
export const recordView = ({ game, moves, positions }: GameRecordRow, now: Date): GameRecord => ({
  game: gameView(game, now),
  moves,
  positions: withSamePositions(ruleSet(game.rules, game.rulesRevision), positions),
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
export function recordText({ game, moves }: GameRecordRow, times: boolean): string {
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
