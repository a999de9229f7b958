import { ok, type Result, valueAt } from '@tegenzet/common'
import type { listClaimQueueQuery, QueuedClaim } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { type Page, pageOf } from '../../store/page.ts'
import { queuePage } from '../../store/queue-page.ts'
import type { Db } from '../../store/transaction.ts'
import { sideOf } from '../game/game.ts'
import { gameView } from '../game/game-view.ts'
import { readGames } from '../game/read-games.ts'
import { readClaims, readRuledIds, withProofs } from './claim-store.ts'
import { exactValue } from './exact-value.ts'

type Query = z.output<typeof listClaimQueueQuery>

/** The claims in a state with their games: open ones oldest first, others newest first. */
export async function listClaimQueue(
  { tables }: Pick<Deps, 'tables'>,
  db: Db,
  query: Query,
  playerId: number,
  now: Date,
): Promise<Result<Page<QueuedClaim>, Refusal>> {
  const { status, limit } = query
  const page = queuePage(query, 'claims')
  if (!page.ok) return page
  const claims = await readClaims(
    db,
    status === 'ruled'
      ? { where: { id: { in: await readRuledIds(db, page.value) } }, orderBy: page.value.orderBy }
      : { ...page.value, where: { ...page.value.where, state: status } },
  )
  const rows = await readGames(db, [...new Set(claims.map(({ game }) => game))])
  const games = new Map(rows.map((game) => [game.id, game]))
  const proved = await withProofs(db, claims, ({ game }) => !sideOf(valueAt(games, game), playerId))
  const queued = await Promise.all(
    proved.map(async (claim) => {
      const game = valueAt(games, claim.game)
      return { claim, game, exact: await exactValue(tables, claim, game, playerId) }
    }),
  )
  return ok(
    pageOf(
      queued,
      limit,
      ({ claim }) => [status, claim.id],
      ({ claim, game, exact }) => {
        const mayRule = claim.state === 'open' && !sideOf(game, playerId)
        return { claim, game: gameView(game, now), mayRule, exact }
      },
    ),
  )
}
