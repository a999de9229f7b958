import { ok } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../store/legacy-transaction.ts'
import { giveBack, isOverdue } from '../game/clock.ts'
import { readGames } from '../game/game-store.ts'
import { writeClocks } from '../game/write-clocks.ts'

/** Read and written at a time. */
const BATCH = 500

/** There may be many games, and nothing else can be done before. */
const PATIENCE = { maxWait: 60_000, timeout: 15 * 60_000 }

/**
 * Gives an outage back to every clock that ran, once among all processes: a conditional update of the heartbeat claims it,
 * and holds the others' beats until all is written. A game whose time was out before it began stays so.
 * @param long beats before this are an outage
 */
export async function giveTimeBack(deps: Deps, now: Date, long: Date): Promise<void> {
  const given = await inTransaction(
    deps,
    async (inside) => {
      const { prisma } = inside.database
      const [claimed] = await prisma.$queryRaw<{ from: Date }[]>`
        UPDATE heartbeat SET at = ${now}::timestamptz
        FROM (SELECT at AS "from" FROM heartbeat FOR UPDATE) last
        WHERE last."from" < ${long}::timestamptz RETURNING last."from"`
      if (!claimed) return ok(null)
      const outage = { from: claimed.from, until: now }
      await prisma.outage.create({ data: outage })
      const held = await prisma.$queryRaw<{ id: number }[]>`
        SELECT id FROM games WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE`
      for (let first = 0; first < held.length; first += BATCH) {
        const games = await readGames(
          inside.database,
          held.slice(first, first + BATCH).map(({ id }) => id),
        )
        const lasting = games.filter((game) => !isOverdue(game, outage.from))
        const retimed = lasting.map((before) => ({ before, clocks: giveBack(before, outage) }))
        await writeClocks(inside, retimed, now, null)
      }
      // what giving it back took is no outage
      await prisma.$executeRaw`UPDATE heartbeat SET at = greatest(at, ${deps.now()}::timestamptz)`
      return ok({ ...outage, games: held.length })
    },
    PATIENCE,
  )
  if (!given.ok) throw new Error(given.error.detail)
  if (!given.value) return
  const { from, until } = given.value
  deps.heart.outages++
  deps.heart.outageMs += until.getTime() - from.getTime()
  deps.log.warn(given.value, 'the server was away: the time is given back to every clock')
}
