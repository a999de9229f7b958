import {
  type ClubRole,
  MATCH_SIDES,
  type Match,
  type MatchSide,
  type MatchSummary,
  playerSchema,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { playerColumns } from '../../accounts/players/player-columns.ts'
import { existing } from '../../store/existing.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { isWithinClub, type MatchRow } from './match-store.ts'
import { readRoles, sidesOf } from './organised-sides.ts'

export const matchSummary = (row: MatchRow): MatchSummary => ({
  id: row.id,
  clubs: [row.a.slug, row.b.slug],
  clubNames: isWithinClub(row) ? [`${row.a.name} A`, `${row.b.name} B`] : [row.a.name, row.b.name],
  rules: row.rules,
  clock: row.clock,
  rated: row.rated,
  vacation: row.vacation,
  provenDraws: row.provenDraws,
  boards: row.boards,
  gamesPerBoard: row.gamesPerBoard,
  state: row.state,
  lineupsCloseAt: row.lineupsCloseAt.toISOString(),
  agreedToStart: [...(row.agreedA ? ['a' as const] : []), ...(row.agreedB ? ['b' as const] : [])],
  signedUp: [row.signedUpA, row.signedUpB],
  score: [row.scoreA, row.scoreB],
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** A match with its players and boards, as its reader sees it. @param readerId null: somebody who is not logged in */
export async function readMatchView(db: Db, match: MatchRow, readerId: number | null): Promise<Match> {
  const players = await readPlayers(db, match)
  const roles = readerId === null ? null : await readRoles(db, match, readerId)
  const organised = roles ? sidesOf(match, roles) : []
  const of = (side: MatchSide) => {
    const own = players.filter((player) => player.side === side)
    // before the start nobody else sees the order of the boards
    const isOrdered = match.state === 'open' && organised.includes(side)
    return isOrdered ? own.toSorted((one, other) => placeOf(one) - placeOf(other)) : own
  }
  const view = ({ user, board, rating }: PlayerRow) => ({ user, board, rating })
  return {
    ...matchSummary(match),
    proposedBy: match.proposedBy,
    players: { a: of('a').map(view), b: of('b').map(view) },
    games: match.startedAt ? boardsOf(players, await readGames(db, match)) : [],
    ...(roles && { own: ownOf(match, players, roles, readerId) }),
  }
}

const playerRow = z.object({
  user: playerSchema,
  side: z.enum(MATCH_SIDES),
  place: z.int().nullable(),
  board: z.int().nullable(),
  rating: z.number().nullable(),
})
type PlayerRow = z.output<typeof playerRow>
/** Who has signed up since comes last. */
const placeOf = ({ place }: PlayerRow): number => place ?? Number.MAX_SAFE_INTEGER

const readPlayers = (db: Db, { id }: MatchRow): Promise<PlayerRow[]> =>
  readRows(
    db,
    playerRow,
    Prisma.sql`
      SELECT ${playerColumns('user')}, p.side::text, p.place, p.board, p.rating
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

function boardsOf(players: PlayerRow[], games: GameOfMatch[]): Match['games'] {
  const on = (board: number, side: MatchSide) =>
    existing(players.find((player) => player.board === board && player.side === side)).user
  return [...new Set(games.map(({ board }) => board))].map((board) => {
    const [ofA, ofB] = [on(board, 'a'), on(board, 'b')]
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

function ownOf(
  match: MatchRow,
  players: PlayerRow[],
  roles: ReadonlyMap<number, ClubRole>,
  readerId: number | null,
): NonNullable<Match['own']> {
  const sides = sidesOf(match, roles)
  const slugs = (isIn: (side: MatchSide) => boolean) => [
    ...new Set(MATCH_SIDES.filter(isIn).map((side) => match[side].slug)),
  ]
  const signedUp = players.find(({ user }) => user.id === readerId)
  const reminded = { a: match.remindedA, b: match.remindedB }
  return {
    club: signedUp ? match[signedUp.side].slug : null,
    side: signedUp?.side ?? null,
    clubs: slugs((side) => roles.has(match[side].id)),
    organises: slugs((side) => sides.includes(side)),
    message: sides.length > 0 ? match.message : null,
    reminded: slugs((side) => sides.includes(side) && reminded[side]),
    ordered: sides.filter((side) => players.some((player) => player.side === side && player.place !== null)),
  }
}
