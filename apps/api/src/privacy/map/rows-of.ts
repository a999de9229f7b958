import type { Prisma } from '@tegenzet/db'
import type { Db } from '../../store/transaction.ts'

/** What export and erasure need of Prisma's calls for a table, whichever it is. The map has checked the columns. */
interface Rows {
  findMany(args: {
    where: object
    select: object
    orderBy?: object
    take?: number
  }): Promise<Record<string, unknown>[]>
  updateMany(args: { where: object; data: object }): Promise<unknown>
  deleteMany(args: { where: object; limit: number }): Promise<{ count: number }>
}

export const rowsOf = (db: Db, model: Prisma.ModelName): Rows =>
  db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Prisma.ModelName>] as unknown as Rows
