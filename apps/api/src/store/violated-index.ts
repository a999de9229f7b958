import { Prisma } from '@tegenzet/db'

/** The unique index that a failed query violated. */
export const violatedIndex = (error: unknown): unknown =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? (error.meta?.driverAdapterError as any)?.cause?.constraint?.index
    : undefined
