import { Prisma } from '@tegenzet/db'

/** A player out of a joined `players`, as the API shows one. */
export const playerColumn = (alias: string): Prisma.Sql =>
  Prisma.raw(`jsonb_build_object('id', ${alias}.id, 'username', ${alias}.username, 'kind', ${alias}.kind)`)
