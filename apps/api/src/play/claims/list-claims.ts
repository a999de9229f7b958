import type { listClaimQueueQuery, QueuedClaim } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import { readClaims } from '../game/claim-store.ts'
import { sideOf } from '../game/game.ts'
import { readGames } from '../game/game-store.ts'
import { gameView } from '../game/game-view.ts'

type Query = z.output<typeof listClaimQueueQuery>

/** The id of a page's last claim, with its list: a cursor works for one list only. */
const cursorSchema = z.tuple([z.string().max(20), keyId])

/** The claims in a state with their games: open ones oldest first, others newest first. */
export async function listClaimQueue(
  tx: Tx,
  { status, limit, cursor }: Query,
  playerId: number,
): Promise<Result<Page<QueuedClaim>, Refusal>> {
  const decoded = decodeCursor(cursor, cursorSchema)
  if (!decoded.ok) return decoded
  const [of, id] = decoded.value ?? []
  if (of !== undefined && of !== status)
    return refuse('validation', `The cursor does not belong to the list of ${status} claims.`)

  const oldestFirst = status === 'open'
  const claims = await readClaims(tx, {
    where: {
      state: status === 'ruled' ? { in: ['upheld', 'rejected'] } : status,
      ...(id !== undefined && { id: oldestFirst ? { gt: id } : { lt: id } }),
    },
    orderBy: { id: oldestFirst ? 'asc' : 'desc' },
    take: limit + 1,
  })
  const rows = await readGames(tx, [...new Set(claims.map(({ game }) => game))])
  const games = new Map(rows.map((game) => [game.id, game]))
  return ok(
    pageOf(
      claims,
      limit,
      (claim) => [status, claim.id],
      (claim) => {
        const game = games.get(claim.game)!
        return { claim, game: gameView(game), mayRule: claim.state === 'open' && !sideOf(game, playerId) }
      },
    ),
  )
}
