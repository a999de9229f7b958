import type { Prisma } from '@tegenzet/db'
import type { Tx } from '../../store/transaction.ts'

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

export const rowsOf = (tx: Tx, model: Prisma.ModelName): Rows =>
  tx[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Prisma.ModelName>] as unknown as Rows
