import { ok, type Result, valueAt } from '@tegenzet/common'
import type { Match, MatchSide } from '@tegenzet/contract'
import { lineUp, type MatchBoard, type MatchSeed, whitesOf } from '@tegenzet/tournaments'
import { readBarred } from '../../accounts/access/barred.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import { readStartingPlayers } from '../../accounts/players/starting-players.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { newGame } from '../../play/game/start-game.ts'
import { createGames } from '../../play/game/write-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import { organisersOnly, readOrganiserIds } from '../clubs/club-store.ts'
import { readRatings } from '../ratings/rating-store.ts'
import { lineUpsRefused, lockMatch, type MatchRow, matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { organisedSides } from './organised-sides.ts'
import { type Cause, tellMatch } from './tell-match.ts'

interface StartMatch {
  match: number
  caller: Caller
  at: Date
}

/** Agrees to start a match before its line-ups close, for each side that the caller organises; starts it once both agree. */
export const startMatch = (db: Db, { match: id, caller, at }: StartMatch): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const match = await lockMatch(tx, id)
    if (!match) return matchNotFound(id)
    const sides = await organisedSides(tx, match, caller.playerId)
    if (sides.length === 0) return organisersOnly
    const refused = lineUpsRefused(match, at)
    if (refused) return refused
    const by = playerOf(caller)
    const agreed = { a: match.agreedA || sides.includes('a'), b: match.agreedB || sides.includes('b') }
    const now = {
      ...(agreed.a && !match.agreedA && { agreedAAt: at }),
      ...(agreed.b && !match.agreedB && { agreedBAt: at }),
    }
    if (agreed.a && agreed.b) {
      await tx.match.update({ where: { id }, data: { ...now, lineupsCloseAt: at } })
      if (!(await startGames(tx, match, { by, at })))
        return refuse('conflict', 'A side has no player yet who may start games.')
    } else if (Object.keys(now).length > 0) {
      await tx.match.update({ where: { id }, data: now })
      const to = await readOrganiserIds(tx, [(agreed.a ? match.b : match.a).id])
      await tellMatch(tx, id, [{ change: 'agreed', to }], { by, at })
    }
    return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
  })

interface SignedUp extends MatchSeed {
  side: MatchSide
}

/**
 * Closes the line-ups of a match, whose lock the caller holds, and starts its games.
 * @returns whether it has a board; without one nothing happens
 */
export async function startGames(tx: Tx, match: MatchRow, { by, at }: Cause): Promise<boolean> {
  const { id, a, b } = match
  const signedUp = await readSignedUp(tx, match)
  const ids = signedUp.map((player) => player.id)
  // nobody is restricted meanwhile, and vacations that change find the games, see `take-vacation.ts`
  await sharePlayers(tx, ids)
  const barred = await readBarred(tx, ids, at)
  const of = (side: MatchSide) => signedUp.filter((each) => each.side === side && !barred.has(each.id))
  const boards = lineUp(of('a'), of('b'), match.boards)
  if (boards.length === 0) return false
  await tx.match.update({ where: { id }, data: { state: 'running', startedAt: at } })
  await writeLineUps(tx, match, signedUp, boards)
  await startGamesOf(tx, match, boards, at)
  const playing = boards.flatMap((board) => [board.a.id, board.b.id])
  const organisers = await readOrganiserIds(tx, [a.id, b.id])
  const leftOut = ids.filter((player) => !playing.includes(player) && !barred.has(player))
  await tellMatch(
    tx,
    id,
    [
      { change: 'started', to: [...playing, ...organisers] },
      { change: 'left-out', to: leftOut.filter((player) => !organisers.includes(player)) },
      { change: 'skipped', to: [...barred] },
    ],
    { by, at },
  )
  return true
}

/** Everybody who has signed up, with their rating now. */
async function readSignedUp(db: Db, { id: matchId, rules }: MatchRow): Promise<SignedUp[]> {
  const rows = await db.matchPlayer.findMany({ where: { matchId }, orderBy: { id: 'asc' } })
  const ratings = await readRatings(
    db,
    rules,
    rows.map(({ playerId }) => playerId),
  )
  return rows.map(({ id: entry, playerId: id, side, place }) => ({
    id,
    entry,
    side,
    place,
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
