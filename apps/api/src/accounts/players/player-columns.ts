import { Prisma } from '@tegenzet/db'

/** Selects the `Player` of a joined `players` table as the field named like its alias, for `readRows`. */
export const playerColumns = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `"${alias}".id AS "${alias}.id", "${alias}".username AS "${alias}.username", "${alias}".kind::text AS "${alias}.kind"`,
  )
