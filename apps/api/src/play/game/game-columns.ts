import { clockSchema, GAME_STATUSES, scheduleSchema, TIMEOUTS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { type Move, OUTCOME_REASONS, type Position, RULE_SET_IDS, SIDES } from '@tegenzet/rules'
import { z } from 'zod'
import type { RecordOf, SqlType } from '../../store/recordset.ts'

/**
 * What happens to a column when a game changes: it stays, a change may set it, or it follows from the change (see
 * `changedGame`).
 */
type WhenChanged = 'stays' | 'may-change' | 'follows'

interface Column<Schema extends z.ZodType, When extends WhenChanged> {
  type: SqlType
  /** Of its values as they are read. Without transforms, which would make parsing several times slower. */
  schema: Schema
  when: When
}

const column = <Schema extends z.ZodType, When extends WhenChanged>(
  type: SqlType,
  schema: Schema,
  when: When,
): Column<Schema, When> => ({ type, schema, when })

/** A string that was checked before it was stored. */
const trusted = <Text extends string>() => z.string() as z.ZodType<unknown> as z.ZodType<Text, Text>

/** Each column of `games`, once. Its SQL name is the name here in snake case. */
export const GAME_COLUMNS = {
  id: column('int', z.int(), 'stays'),
  rules: column('text', z.enum(RULE_SET_IDS), 'stays'),
  rulesRevision: column('int', z.int(), 'stays'),
  whiteId: column('int', z.int(), 'stays'),
  blackId: column('int', z.int(), 'stays'),
  clock: column('jsonb', clockSchema, 'stays'),
  /** Whether vacations stop clocks in it. */
  vacation: column('boolean', z.boolean(), 'stays'),
  /** What happens when a player's time is out. */
  timeouts: column('text', z.enum(TIMEOUTS), 'stays'),
  provenDraws: column('boolean', z.boolean(), 'stays'),
  whiteSchedule: column('jsonb', scheduleSchema, 'stays'),
  blackSchedule: column('jsonb', scheduleSchema, 'stays'),
  rated: column('boolean', z.boolean(), 'stays'),
  tournamentId: column('int', z.int().nullable(), 'stays'),
  stage: column('int', z.int().nullable(), 'stays'),
  groupNr: column('int', z.int().nullable(), 'stays'),
  ladder: column('boolean', z.boolean(), 'stays'),
  matchId: column('int', z.int().nullable(), 'stays'),
  board: column('int', z.int().nullable(), 'stays'),
  createdAt: column('timestamptz', z.date(), 'stays'),

  status: column('game_status', z.enum(GAME_STATUSES), 'may-change'),
  turn: column('side', z.enum(SIDES).nullable(), 'may-change'),
  ply: column('int', z.int(), 'may-change'),
  position: column('text', trusted<Position>(), 'may-change'),
  lastMove: column('text', trusted<Move>().nullable(), 'may-change'),
  /** The remaining time of the side to move counts from here; null while no clock runs. */
  clockSince: column('timestamptz', z.date().nullable(), 'may-change'),
  deadline: column('timestamptz', z.date().nullable(), 'may-change'),
  whiteRemainingMs: column('bigint', z.number(), 'may-change'),
  blackRemainingMs: column('bigint', z.number(), 'may-change'),
  winner: column('side', z.enum(SIDES).nullable(), 'may-change'),
  reason: column('text', z.enum(OUTCOME_REASONS).nullable(), 'may-change'),
  /** Whether a player has asked for a hint. */
  assisted: column('boolean', z.boolean(), 'may-change'),

  version: column('int', z.int(), 'follows'),
  /** The time on the clock of the side to move when its turn began. Kept when the game is over. */
  turnMs: column('bigint', z.number(), 'follows'),
  updatedAt: column('timestamptz', z.date(), 'follows'),
  endedAt: column('timestamptz', z.date().nullable(), 'follows'),
} satisfies Record<string, Column<z.ZodType, WhenChanged>>

type Columns = typeof GAME_COLUMNS
export type GameColumn = keyof Columns

/** The values of a row of `games`. */
export type StoredGame = { [Name in GameColumn]: z.output<Columns[Name]['schema']> }

/** The columns that a change may set. */
export type ChangingColumn = {
  [Name in GameColumn]: Columns[Name]['when'] extends 'may-change' ? Name : never
}[GameColumn]

export const ALL_COLUMNS = Object.keys(GAME_COLUMNS) as GameColumn[]
/** The columns that the statement for changes writes. */
export const WRITTEN_COLUMNS = ALL_COLUMNS.filter((name) => GAME_COLUMNS[name].when !== 'stays')

export const sqlName = (name: GameColumn): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** The SQL types of columns, for a recordset. */
export const sqlTypes = (names: readonly GameColumn[]): Record<string, SqlType> =>
  Object.fromEntries(names.map((name) => [sqlName(name), GAME_COLUMNS[name].type]))

/** The values of columns, as a row of a recordset. */
export const sqlValues = (
  names: readonly GameColumn[],
  game: StoredGame,
): RecordOf<Record<string, SqlType>> => Object.fromEntries(names.map((name) => [sqlName(name), game[name]]))

/** SQL names, separated by commas. */
export const sqlNames = (names: readonly GameColumn[]): Prisma.Sql =>
  Prisma.raw(names.map(sqlName).join(', '))

/** The column of `games g` as it is read. */
export function sqlOf(name: GameColumn): Prisma.Sql {
  const stored = `g.${sqlName(name)}`
  switch (GAME_COLUMNS[name].type) {
    case 'bigint':
      return Prisma.raw(`${stored}::float8`)
    case 'side':
    case 'game_status':
      return Prisma.raw(`${stored}::text`)
    default:
      return Prisma.raw(stored)
  }
}
