import type { Prisma } from '@tegenzet/db'

/** Somebody whose data is copied or erased. */
export interface Person {
  accountId: number
  playerId: number
}
type Ids = number | { in: number[] }
/** One person or several. */
export interface Persons {
  accountId: Ids
  playerId: Ids
}

type Model = Prisma.ModelName
type Operations<M extends Model> = Prisma.TypeMap['model'][M]['operations']
type Where<M extends Model> = NonNullable<Operations<M>['findMany']['args']['where']>
type Change<M extends Model> = Operations<M>['updateMany']['args']['data']
export type Column<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string

/** What the copy of a person's data does with each column of a table. */
interface Columns<M extends Model> {
  /** Is in the copy. */
  copied?: readonly Column<M>[]
  /** Gives access to something, or is the hash of what does. Never leaves the server. */
  secret?: readonly Column<M>[]
  /** Repeats what the copy contains elsewhere. */
  repeated?: readonly Column<M>[]
  /** Says nothing about the person. */
  other?: readonly Column<M>[]
}

/** Rows of a table that are about a person. */
export interface Part<M extends Model> {
  /** Name of the list in the copy. null: not in it, because others have written these rows. */
  list: string | null
  rows: (person: Persons) => Where<M>
  /** Columns of these rows that say something about somebody else. */
  without?: readonly Column<M>[]
  /** What erasure does with these rows: deletes them, keeps them, or keeps them with these values. */
  erasure: 'delete' | 'keep' | { values: Change<M> }
}

type Named<C> = { [K in keyof C]: C[K] extends readonly (infer Name)[] ? Name : never }[keyof C]
type EveryColumn<M extends Model, C> = [Exclude<Column<M>, Named<C>>] extends [never]
  ? unknown
  : { columnsMissingInTheMapOfPersonalData: Exclude<Column<M>, Named<C>> }

/**
 * Says what export and erasure do with a table. Does not compile while a column is missing: add it to `copied`, `secret`,
 * `repeated` or `other`, and if the rows are about a person, add a part that selects them.
 */
export const table = <const M extends Model, const C extends Columns<M>>(
  model: M,
  columns: C & EveryColumn<M, C>,
  ...parts: Part<M>[]
) => ({ model, columns: columns as Columns<M>, parts })

/** A table of the map, for code that treats all of them alike. */
export interface MappedTable {
  model: Model
  columns: Partial<Record<'copied' | 'secret' | 'repeated' | 'other', readonly string[]>>
  parts: readonly MappedPart[]
}
export interface MappedPart {
  list: string | null
  rows: (person: Persons) => object
  without?: readonly string[]
  erasure: 'delete' | 'keep' | { values: object }
}
