import { isDeepStrictEqual } from 'node:util'
import { Prisma } from '@tegenzet/db'
import type { RuleSetId } from '@tegenzet/rules'
import { readGames } from '../../play/game/read-games.ts'
import { changeGames } from '../../play/game/write-games.ts'
import { type Db, inTransaction, runSql } from '../../store/transaction.ts'
import { changesBy, shown } from './rate-game.ts'
import { RATINGS } from './rate-games.ts'
import { type NewRating, readRatings, writeGameRatings, writeRatings } from './rating-store.ts'

const BATCH = 500
const TIMEOUT_MS = 60 * 60 * 1000

interface Rebuilt {
  games: number
  /** How many of them had other values stored. */
  changedGames: number
  changedRatings: number
}

/**
 * Computes all ratings again, in the order of the sequence numbers, and writes what differs. No game is rated
 * meanwhile.
 */
export const rebuildRatings = (db: Db, now: Date): Promise<Rebuilt> =>
  inTransaction(
    db,
    async (tx) => {
      await runSql(tx, Prisma.sql`SELECT FROM consumer_offsets WHERE consumer = ${RATINGS} FOR UPDATE`)
      const ratings = new Map<RuleSetId, Map<number, NewRating>>()
      const rebuilt: Rebuilt = { games: 0, changedGames: 0, changedRatings: 0 }
      let sequence = 0
      for (;;) {
        const rated = await tx.gameRating.findMany({
          where: { side: 'white', sequence: { gt: sequence } },
          orderBy: { sequence: 'asc' },
          take: BATCH,
          select: { gameId: true, sequence: true },
        })
        const last = rated.at(-1)
        if (!last) break
        sequence = last.sequence
        rebuilt.games += rated.length
        const games = await readGames(
          tx,
          rated.map(({ gameId }) => gameId),
        )
        for (const game of games) {
          const inRules = ratings.get(game.rules) ?? new Map<number, NewRating>()
          ratings.set(game.rules, inRules)
          const { white, black } = changesBy(game, inRules)
          for (const { after } of [white, black]) inRules.set(after.playerId, after)
          const changes = { white: shown(white), black: shown(black) }
          if (isDeepStrictEqual(changes, game.ratings)) continue
          const change = { set: { ratings: changes } }
          const [written] = await changeGames(tx, [{ before: game, change, by: null, at: now }])
          if (!written) throw new Error(`game ${game.id} was changed meanwhile: repeat the command`)
          await writeGameRatings(tx, game, changes)
          rebuilt.changedGames++
        }
      }
      for (const [rules, inRules] of ratings) {
        const stored = await readRatings(tx, rules, [...inRules.keys()])
        const changed = [...inRules.values()].filter(
          ({ playerId, kind: _kind, ...rating }) => !isDeepStrictEqual(rating, stored.get(playerId)),
        )
        await writeRatings(tx, rules, changed)
        rebuilt.changedRatings += changed.length
      }
      return rebuilt
    },
    TIMEOUT_MS,
  )
