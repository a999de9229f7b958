import type { Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { recordsOf } from '../../play/exports/export-games.ts'
import { gamesOfPlayer } from '../../play/exports/games-of-player.ts'
import { recordText } from '../../play/game/game-record.ts'
import type { Db } from '../../store/transaction.ts'
import { mappedTables } from '../map/personal-data.ts'
import { rowsOf } from '../map/rows-of.ts'
import type { MappedPart, MappedTable, Person } from '../map/table.ts'
import type { ZippedFile } from './zip.ts'

export interface Owner extends Person {
  username: string
  language: Language
}

/** The files of a person's copy. They are read from the database as they are consumed. */
export const copyOf = (db: Db, owner: Owner, madeAt: Date): ZippedFile[] => {
  const options = { locale: owner.language }
  const about = m.privacy_copy_readme({ username: owner.username, at: madeAt.toISOString() }, options)
  return [
    { name: 'README.txt', text: once(`${about}\n`) },
    { name: 'data.json', text: dataAsJson(db, owner, madeAt) },
    { name: 'games.txt', text: gamesAsText(db, owner) },
  ]
}

async function* once(text: string): AsyncGenerator<string, void> {
  yield text
}

/** One object with a list for each part of the map. */
async function* dataAsJson(db: Db, owner: Owner, madeAt: Date): AsyncGenerator<string, void> {
  yield `{"username":${JSON.stringify(owner.username)},"madeAt":"${madeAt.toISOString()}"`
  for (const mapped of mappedTables())
    for (const part of mapped.parts) {
      if (part.list === null) continue
      yield `,\n"${part.list}":[`
      let separator = '\n'
      for await (const row of copiedRows(db, mapped, part, owner)) {
        yield `${separator}${JSON.stringify(row, plain)}`
        separator = ',\n'
      }
      yield ']'
    }
  yield '}\n'
}

/** How many rows are in memory at once. A row may have a tree of 256 kB. */
const BATCH = 100

async function* copiedRows(
  db: Db,
  { model, columns }: MappedTable,
  { rows, without = [] }: MappedPart,
  owner: Owner,
): AsyncGenerator<Record<string, unknown>, void> {
  const copied = (columns.copied ?? []).filter((column) => !without.includes(column))
  const select = Object.fromEntries(copied.map((column) => [column, true]))
  const where = rows(owner)
  if (!copied.includes('id')) {
    yield* await rowsOf(db, model).findMany({ where, select })
    return
  }
  for (let after: unknown; ; ) {
    const batch = await rowsOf(db, model).findMany({
      where: after === undefined ? where : { AND: [where, { id: { gt: after } }] },
      select,
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    yield* batch
    after = batch.at(-1)?.id
    if (batch.length < BATCH) return
  }
}

/** JSON has no bigint. Ours are milliseconds and counters, far below 2^53. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

async function* gamesAsText(db: Db, { playerId }: Owner): AsyncGenerator<string, void> {
  const ids = await gamesOfPlayer(db, { playerId, sort: 'createdAt' })
  let separator = ''
  for await (const record of recordsOf(db, ids)) {
    yield `${separator}${recordText(record, false)}`
    separator = '\n'
  }
}
