import { Prisma } from '@tegenzet/db'

/** Sorts after every character of a username. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The name that a row `player` is found and ordered by. */
export const NAME_KEY = Prisma.sql`player.username_key COLLATE "C"`

/** Whether it starts with what is sought: a range, for which the indexes on the name are read. */
export const nameStartsWith = (sought: string): Prisma.Sql =>
  Prisma.sql`${NAME_KEY} >= ${sought} AND ${NAME_KEY} < ${sought + LAST_CHARACTER}`
