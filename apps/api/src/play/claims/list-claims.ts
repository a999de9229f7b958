import type { listClaimQueueQuery, QueuedClaim } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { readClaims } from '../game/claim-store.ts'
import { GAME_COLUMNS, type GameRow, gameView, JOIN_PLAYERS, sideOf } from '../game/game-store.ts'

type Query = z.output<typeof listClaimQueueQuery>

/** The last claim of a page, with the list it is of: a cursor of one is none of another. */
const cursorSchema = z.tuple([z.string().max(20), keyId])

/** The claims of a state with their games: the open ones oldest first, for who waits longest is next. */
export async function listClaimQueue(
  { database }: Deps,
  { status, limit, cursor }: Query,
  playerId: number,
): Promise<Result<Page<QueuedClaim>, Refusal>> {
  const decoded = decodeCursor(cursor, cursorSchema)
  if (!decoded.ok) return decoded
  const [of, id] = decoded.value ?? []
  if (of !== undefined && of !== status)
    return refuse('validation', `The cursor is not of the list of ${status} claims.`)

  const states = Prisma.raw(
    status === 'ruled' ? `c.state IN ('upheld', 'rejected')` : `c.state = '${status}'`,
  )
  const [after, order] =
    status === 'open' ? [Prisma.sql`>`, Prisma.sql`ASC`] : [Prisma.sql`<`, Prisma.sql`DESC`]
  const claims = await readClaims(
    database,
    Prisma.sql`${states} ${id === undefined ? Prisma.empty : Prisma.sql`AND c.id ${after} ${id}`}`,
    Prisma.sql`ORDER BY c.id ${order} LIMIT ${limit + 1}`,
  )
  const rows = await database.prisma.$queryRaw<GameRow[]>`
    SELECT ${GAME_COLUMNS} FROM games g ${JOIN_PLAYERS} WHERE g.id = ANY(${claims.map(({ game }) => game)}::int[])`
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
