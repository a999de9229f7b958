import { valueAt } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import { lineUp, type MatchBoard, type Seed, whitesOf } from '@tegenzet/tournaments'
import { readBarred } from '../../accounts/access/barred.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import { readStartingPlayers } from '../../accounts/players/starting-players.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { newGame } from '../../play/game/start-game.ts'
import { createGames } from '../../play/game/write-games.ts'
import { existing } from '../../store/existing.ts'
import { readIds } from '../../store/read-ids.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { readOrganiserIds } from '../clubs/club-store.ts'
import { readRatings } from '../ratings/rating-store.ts'
import { lockMatch, type MatchRow } from './match-store.ts'
import { tellMatch } from './tell-match.ts'

/**
 * Starts the matches whose line-ups close, and declines those that nobody has accepted by then. Each in a transaction that
 * finds out under a lock whether it is still due, so that several processes may do this at once.
 */
export async function closeLineUps(db: Db, at: Date): Promise<void> {
  const due = await readIds(
    db,
    Prisma.sql`
      SELECT id FROM matches WHERE state IN ('proposed', 'open') AND lineups_close_at <= ${at}::timestamptz
      ORDER BY lineups_close_at, id`,
  )
  await tryEach(due, (id) => inTransaction(db, (tx) => closeIfDue(tx, id, at)))
}

async function closeIfDue(tx: Tx, id: number, at: Date): Promise<void> {
  const match = existing(await lockMatch(tx, id))
  if (match.lineupsCloseAt > at) return
  if (match.state === 'proposed') {
    await tx.match.update({ where: { id }, data: { state: 'declined', endedAt: at } })
    const to = await readOrganiserIds(tx, [match.a.id, match.b.id])
    return tellMatch(tx, id, [{ change: 'declined', to }], { by: null, at })
  }
  if (match.state === 'open') await startMatch(tx, match, at)
}

interface SignedUp extends Seed {
  clubId: number
}

async function startMatch(tx: Tx, match: MatchRow, at: Date): Promise<void> {
  const { id, a, b } = match
  const signedUp = await readSignedUp(tx, match)
  const ids = signedUp.map((player) => player.id)
  // nobody is restricted meanwhile, and vacations that change find the games, see `take-vacation.ts`
  await sharePlayers(tx, ids)
  const barred = await readBarred(tx, ids, at)
  const of = (clubId: number) => signedUp.filter((each) => each.clubId === clubId && !barred.has(each.id))
  const boards = lineUp(of(a.id), of(b.id), match.boards)
  const organisers = await readOrganiserIds(tx, [a.id, b.id])
  if (boards.length === 0) {
    await tx.match.update({ where: { id }, data: { state: 'cancelled', endedAt: at } })
    return tellMatch(tx, id, [{ change: 'cancelled', to: [...organisers, ...ids] }], { by: null, at })
  }
  await tx.match.update({ where: { id }, data: { state: 'running', startedAt: at } })
  await writeLineUps(tx, match, signedUp, boards)
  await startGamesOf(tx, match, boards, at)
  const playing = boards.flatMap((board) => [board.a.id, board.b.id])
  const leftOut = ids.filter((player) => !playing.includes(player) && !barred.has(player))
  await tellMatch(
    tx,
    id,
    [
      { change: 'started', to: [...playing, ...organisers] },
      { change: 'left-out', to: leftOut.filter((player) => !organisers.includes(player)) },
      { change: 'skipped', to: [...barred] },
    ],
    { by: null, at },
  )
}

/** Everybody who has signed up, with their rating now. */
async function readSignedUp(db: Db, { id: matchId, rules }: MatchRow): Promise<SignedUp[]> {
  const rows = await db.matchPlayer.findMany({ where: { matchId }, orderBy: { id: 'asc' } })
  const ratings = await readRatings(
    db,
    rules,
    rows.map(({ playerId }) => playerId),
  )
  return rows.map(({ id: entry, playerId: id, clubId }) => ({
    id,
    entry,
    clubId,
    rating: ratings.get(id)?.rating ?? null,
  }))
}

async function writeLineUps(
  db: Db,
  { id }: MatchRow,
  signedUp: readonly SignedUp[],
  boards: readonly MatchBoard<SignedUp>[],
): Promise<void> {
  const boardOf = new Map(boards.flatMap(({ board, a, b }) => [a, b].map((player) => [player.id, board])))
  const rows = signedUp.map((player) => ({
    player_id: player.id,
    board: boardOf.get(player.id) ?? null,
    rating: player.rating,
  }))
  await db.$executeRaw`
    UPDATE match_players p SET board = l.board, rating = l.rating
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l (player_id int, board int, rating float8)
    WHERE p.match_id = ${id} AND p.player_id = l.player_id`
}

/** All games of a match in a few statements: at most 200. */
async function startGamesOf(
  tx: Tx,
  match: MatchRow,
  boards: readonly MatchBoard<SignedUp>[],
  at: Date,
): Promise<void> {
  const ids = boards.flatMap(({ a, b }) => [a.id, b.id])
  const players = await readStartingPlayers(tx, ids, at)
  const games = boards.flatMap(({ board, a, b }) =>
    whitesOf(board, match.gamesPerBoard).map((white) => {
      const pair = {
        white: valueAt(players, white === 'a' ? a.id : b.id),
        black: valueAt(players, white === 'a' ? b.id : a.id),
        match: { id: match.id, board },
      }
      return newGame(match, pair, at)
    }),
  )
  await createGames(tx, games, { by: null, at })
}
