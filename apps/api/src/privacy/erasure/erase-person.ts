import { formerNamesOf } from '../../accounts/names/former-names.ts'
import { deleteInBatches } from '../../store/delete-in-batches.ts'
import type { Db } from '../../store/transaction.ts'
import { mappedTables } from '../map/personal-data.ts'
import { rowsOf } from '../map/rows-of.ts'
import type { Persons } from '../map/table.ts'
import type { Erased } from './close-account.ts'
import { replaceName } from './replace-name.ts'

/**
 * Erases what is left of a closed account, as the map of personal data says. Every step can be repeated. The account comes
 * last, because its row is what says that there is something to do.
 */
export async function erasePerson(db: Db, erased: Erased): Promise<void> {
  const former = await formerNamesOf(db, erased.playerId)
  const names = [erased.username, ...former.flatMap(({ username }) => username ?? [])]
  for (const username of names) await replaceName(db, { ...erased, username })
  await eraseRows(db, erased)
}

/** Erases what the map of personal data says of one person or several, except the name. */
export async function eraseRows(db: Db, erased: Persons): Promise<void> {
  for (const { model, parts } of mappedTables())
    for (const { rows, erasure } of parts)
      for (const where of alternatives(rows(erased))) {
        if (erasure === 'delete')
          await deleteInBatches(async (limit) => (await rowsOf(db, model).deleteMany({ where, limit })).count)
        else if (erasure !== 'keep') await rowsOf(db, model).updateMany({ where, data: erasure.values })
      }
}

/** Conditions of which each finds its rows by an index. For all of them at once, Postgres would read the whole table. */
const alternatives = (where: { OR?: object[] }): object[] => where.OR ?? [where]
