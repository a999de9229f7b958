import { Prisma } from '@tegenzet/db'
import type { GameRow } from './game.ts'

/** The games that say something about players: finished, and without hints. Statistics, the explorer and comparisons count these. */
export const COUNTED = { status: 'finished', assisted: false } as const

/** The same in SQL, on a row of `games`, as the indexes on finished games have it. */
export const COUNTED_SQL = Prisma.sql`status = 'finished' AND NOT assisted`

export const isCounted = ({ status, assisted }: Pick<GameRow, keyof typeof COUNTED>): boolean =>
  status === COUNTED.status && assisted === COUNTED.assisted
