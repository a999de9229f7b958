import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../store/transaction.ts'
import { giveBack, isOverdue } from '../game/clock.ts'
import { readGames } from '../game/game-store.ts'
import { writeClocks } from '../game/write-clocks.ts'

/** Read and written at a time. */
const BATCH = 500

/** There may be many games, and nothing else can be done before. */
const TIMEOUT_MS = 15 * 60_000

/**
 * Gives an outage back to every clock that ran, once among all processes: a conditional update of the heartbeat claims it,
 * and holds the others' beats until all is written. A game whose time was out before it began stays so.
 * @param long beats before this are an outage
 */
export async function giveTimeBack(deps: Deps, now: Date, long: Date): Promise<void> {
  const given = await inTransaction(
    deps.store,
    async (tx) => {
      const [claimed] = await tx.$queryRaw<{ from: Date }[]>`
        UPDATE heartbeat SET at = ${now}::timestamptz
        FROM (SELECT at AS "from" FROM heartbeat FOR UPDATE) last
        WHERE last."from" < ${long}::timestamptz RETURNING last."from"`
      if (!claimed) return null
      const outage = { from: claimed.from, until: now }
      await tx.outage.create({ data: outage })
      const held = await tx.$queryRaw<{ id: number }[]>`
        SELECT id FROM games WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE`
      for (let first = 0; first < held.length; first += BATCH) {
        const games = await readGames(
          tx,
          held.slice(first, first + BATCH).map(({ id }) => id),
        )
        const lasting = games.filter((game) => !isOverdue(game, outage.from))
        const retimed = lasting.map((before) => ({ before, clocks: giveBack(before, outage) }))
        await writeClocks(tx, retimed, now, null)
      }
      // what giving it back took is no outage
      await tx.$executeRaw`UPDATE heartbeat SET at = greatest(at, ${deps.now()}::timestamptz)`
      return { ...outage, games: held.length }
    },
    TIMEOUT_MS,
  )
  if (!given) return
  const { from, until } = given
  deps.heart.outages++
  deps.heart.outageMs += until.getTime() - from.getTime()
  deps.log.warn(given, 'the server was away: the time is given back to every clock')
}
