import { Prisma } from '@tegenzet/db'
import { COUNTED } from '../../play/game/counted-games.ts'
import { type Db, inTransaction, runSql } from '../../store/transaction.ts'
import { countGames, EXPLORER } from './count-games.ts'

const BATCH = 200
const TIMEOUT_MS = 12 * 60 * 60 * 1000

/** Counts all finished games again. No other is counted meanwhile. @returns how many */
export const rebuildExplorer = (db: Db): Promise<number> =>
  inTransaction(
    db,
    async (tx) => {
      await runSql(tx, Prisma.sql`SELECT FROM consumer_offsets WHERE consumer = ${EXPLORER} FOR UPDATE`)
      await tx.$executeRaw`TRUNCATE explorer_moves, explorer_games, later_positions`
      let counted = 0
      for (let after = 0; ; ) {
        const games = await tx.game.findMany({
          where: { ...COUNTED, id: { gt: after } },
          orderBy: { id: 'asc' },
          take: BATCH,
          select: { id: true },
        })
        const last = games.at(-1)
        if (!last) return counted
        counted += await countGames(
          tx,
          games.map(({ id }) => id),
        )
        after = last.id
      }
    },
    TIMEOUT_MS,
  )
