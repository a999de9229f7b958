import type { Prisma } from '@tegenzet/db'
import type { Db } from '../../store/transaction.ts'
import { closeConnections } from './close-connections.ts'

/** `tx.accessToken`, but deleting tokens also closes what was opened with them. */
export function closingAccessTokens(db: Db): Db['accessToken'] {
  const { accessToken } = db
  const closing = async <T>(
    where: Prisma.AccessTokenWhereInput | undefined,
    remove: () => PromiseLike<T>,
  ): Promise<T> => {
    const ended = await accessToken.findMany({ where, select: { id: true } })
    const result = await remove()
    closeConnections(
      db,
      ended.map(({ id }) => `app:${id}`),
    )
    return result
  }
  const deleteOne = (args: Prisma.AccessTokenDeleteArgs) =>
    closing(args.where, () => accessToken.delete(args))
  const deleteMany = (args?: Prisma.AccessTokenDeleteManyArgs) =>
    closing(args?.where, () => accessToken.deleteMany(args))
  return Object.create(accessToken, { delete: { value: deleteOne }, deleteMany: { value: deleteMany } })
}
