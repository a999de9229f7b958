import { type Match, type MatchSummary, playerSchema } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { isOrganiser } from '../clubs/club-store.ts'
import type { MatchRow } from './match-store.ts'

export const matchSummary = (row: MatchRow): MatchSummary => ({
  id: row.id,
  clubs: [row.a.slug, row.b.slug],
  clubNames: [row.a.name, row.b.name],
  rules: row.rules,
  clock: row.clock,
  rated: row.rated,
  vacation: row.vacation,
  provenDraws: row.provenDraws,
  boards: row.boards,
  gamesPerBoard: row.gamesPerBoard,
  state: row.state,
  lineupsCloseAt: row.lineupsCloseAt.toISOString(),
  signedUp: [row.signedUpA, row.signedUpB],
  score: [row.scoreA, row.scoreB],
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** A match with its players and boards, as its reader sees it. @param readerId null: somebody who is not logged in */
export async function readMatchView(db: Db, match: MatchRow, readerId: number | null): Promise<Match> {
  const players = await readPlayers(db, match)
  const of = (clubId: number) => players.filter((player) => player.clubId === clubId)
  const view = ({ user, board, rating }: PlayerRow) => ({ user, board, rating })
  return {
    ...matchSummary(match),
    proposedBy: match.proposedBy,
    players: { a: of(match.a.id).map(view), b: of(match.b.id).map(view) },
    games: match.startedAt ? boardsOf(match, players, await readGames(db, match)) : [],
    ...(readerId !== null && { own: await readOwn(db, match, players, readerId) }),
  }
}

const playerRow = z.object({
  user: playerSchema,
  clubId: z.int(),
  board: z.int().nullable(),
  rating: z.number().nullable(),
})
type PlayerRow = z.output<typeof playerRow>

const readPlayers = (db: Db, { id }: MatchRow): Promise<PlayerRow[]> =>
  readRows(
    db,
    playerRow,
    Prisma.sql`
      SELECT ${playerColumns('user')}, p.club_id AS "clubId", p.board, p.rating
      FROM match_players p JOIN players "user" ON "user".id = p.player_id
      WHERE p.match_id = ${id} ORDER BY p.board NULLS LAST, p.id`,
  )

const gameRow = z.object({
  id: z.int(),
  board: z.int(),
  whiteId: z.int(),
  winner: z.enum(['white', 'black']).nullable(),
  finished: z.boolean(),
})
type GameOfMatch = z.output<typeof gameRow>

const readGames = (db: Db, { id }: MatchRow): Promise<GameOfMatch[]> =>
  readRows(
    db,
    gameRow,
    Prisma.sql`
      SELECT id, board, white_id AS "whiteId", winner::text, status = 'finished' AS finished
      FROM games WHERE match_id = ${id} ORDER BY board, id`,
  )

function boardsOf({ a, b }: MatchRow, players: PlayerRow[], games: GameOfMatch[]): Match['games'] {
  const on = (board: number, clubId: number) =>
    existing(players.find((player) => player.board === board && player.clubId === clubId)).user
  return [...new Set(games.map(({ board }) => board))].map((board) => {
    const [ofA, ofB] = [on(board, a.id), on(board, b.id)]
    const own = games.filter((game) => game.board === board)
    return {
      board,
      a: ofA,
      b: ofB,
      games: own.map(({ id, whiteId, winner, finished }) => {
        const white = whiteId === ofA.id ? ('a' as const) : ('b' as const)
        const won = winner && (winner === 'white') === (white === 'a') ? 1 : 0
        return { id, white, score: finished ? (winner ? won : 0.5) : null }
      }),
    }
  })
}

async function readOwn(
  db: Db,
  match: MatchRow,
  players: PlayerRow[],
  readerId: number,
): Promise<NonNullable<Match['own']>> {
  const clubs = [match.a, match.b]
  const memberships = await db.clubMember.findMany({
    where: { playerId: readerId, clubId: { in: clubs.map(({ id }) => id) } },
    select: { clubId: true, role: true },
  })
  const slugs = (isIn: (clubId: number) => boolean) =>
    clubs.filter(({ id }) => isIn(id)).map(({ slug }) => slug)
  const organised = memberships.filter(({ role }) => isOrganiser(role)).map(({ clubId }) => clubId)
  const signedUp = players.find(({ user }) => user.id === readerId)
  const reminded = [match.remindedA && match.a.id, match.remindedB && match.b.id]
  return {
    club: clubs.find(({ id }) => id === signedUp?.clubId)?.slug ?? null,
    clubs: slugs((id) => memberships.some(({ clubId }) => clubId === id)),
    organises: slugs((id) => organised.includes(id)),
    message: organised.length > 0 ? match.message : null,
    reminded: slugs((id) => organised.includes(id) && reminded.includes(id)),
  }
}
