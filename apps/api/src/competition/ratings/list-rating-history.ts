import { ok, type Result } from '@tegenzet/common'
import type { RatedGame } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { opponent, type RuleSetId } from '@tegenzet/rules'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Refusal } from '../../refusal.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

interface History {
  username: string
  rules: RuleSetId
  limit: number
  cursor?: string | undefined
}

const RATED_GAME = {
  side: true,
  sequence: true,
  ratingAfter: true,
  deviationAfter: true,
  game: { select: { id: true, endedAt: true, winner: true, white: PLAYER, black: PLAYER } },
} satisfies Prisma.GameRatingSelect
type Row = Prisma.GameRatingGetPayload<{ select: typeof RATED_GAME }>

/** A player's rated games in a rule set, oldest first. */
export async function listRatingHistory(
  db: Db,
  { username, rules, limit, cursor }: History,
): Promise<Result<Page<RatedGame>, Refusal>> {
  const after = decodeCursor(cursor, keyId)
  if (!after.ok) return after
  const player = await findPerson(db, username, { closed: true })
  if (!player.ok) return player
  const rows = await db.gameRating.findMany({
    where: { playerId: player.value.id, rules, sequence: { gt: after.value ?? 0 } },
    orderBy: { sequence: 'asc' },
    take: limit + 1,
    select: RATED_GAME,
  })
  return ok(pageOf(rows, limit, ({ sequence }) => sequence, ratedGame))
}

const ratedGame = ({ side, ratingAfter, deviationAfter, game }: Row): RatedGame => ({
  game: game.id,
  endedAt: existing(game.endedAt).toISOString(),
  opponent: decodePlayer(game[opponent(side)]),
  score: game.winner === null ? 0.5 : game.winner === side ? 1 : 0,
  rating: ratingAfter,
  deviation: deviationAfter,
})
