import { Prisma } from '@tegenzet/db'
import { z } from 'zod'

/** What the driver adapter tells of a violation. */
const violation = z.object({ cause: z.object({ constraint: z.object({ index: z.string() }) }) })

/** The unique index that a failed query violated. */
export const violatedIndex = (error: unknown): string | undefined =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? violation.safeParse(error.meta?.driverAdapterError).data?.cause.constraint.index
    : undefined
