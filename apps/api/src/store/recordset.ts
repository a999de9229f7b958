import type { ClaimState, GameStatus, OfferState } from '@tegenzet/contract'
import { type MessageModel, Prisma } from '@tegenzet/db'
import type { Side } from '@tegenzet/rules'

/** The column types of recordsets, with the values that they take. */
interface SqlTypes {
  int: number
  bigint: number
  text: string
  boolean: boolean
  timestamptz: Date
  'int[]': readonly number[]
  jsonb: object
  side: Side
  game_status: GameStatus
  offer_state: OfferState
  message_kind: MessageModel['kind']
  claim_state: ClaimState
}

export type SqlType = keyof SqlTypes
type Columns = Record<string, SqlType>

/** A row of a recordset. */
export type RecordOf<C extends Columns> = { [Name in keyof C]: SqlTypes[C[Name]] | null }

/** The column definitions of rows in a JSON column. */
export const definitions = (columns: Columns): Prisma.Sql =>
  Prisma.raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )

/** Rows as one parameter, so that a statement has the same text for any number of them. Goes after FROM. */
export const recordset = <C extends Columns>(
  name: string,
  columns: C,
  rows: readonly RecordOf<C>[],
): Prisma.Sql =>
  Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS ${Prisma.raw(name)} (${definitions(columns)})`
