import type { Clock } from '@tegenzet/contract'
import { type GameResult, writeRecord } from '@tegenzet/records'
import { SIDES, type Side } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import type { GameRow } from './game.ts'
import { daysGiven, type Gifts } from './game-gifts.ts'
import type { GameRecordRow } from './game-record.ts'

const RESULTS: Record<Side | 'nobody', GameResult> = { white: '1-0', black: '0-1', nobody: '1/2-1/2' }
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * A record in the manner of PGN (docs/records.md), an empty line after it.
 * @param times whether each move has its time
 * @param publicUrl where the game is
 */
export function pgnRecord({ game, moves, gifts }: GameRecordRow, times: boolean, publicUrl: string): string {
  const tree: MoveTree = {
    rules: game.rules,
    start: null,
    nodes: moves.map(({ move }, n) => ({ parent: n === 0 ? null : n - 1, move })),
  }
  const result = resultOf(game)
  return writeRecord(
    { tags: { ...tagsOf(game, result, publicUrl), ...giftTags(gifts) }, tree, result },
    times ? moves.map(({ playedAt }) => playedAt) : [],
  )
}

const resultOf = ({ reason, status, winner }: GameRow): GameResult =>
  reason === null || status === 'cancelled' ? '*' : RESULTS[winner ?? 'nobody']

function tagsOf(game: GameRow, result: GameResult, publicUrl: string): Record<string, string> {
  const { white, black, tournament, ratings, reason } = game
  return {
    Event:
      tournament?.name ??
      (game.ladder ? 'Ladder game' : game.match ? 'Match game' : game.rated ? 'Rated game' : 'Casual game'),
    Site: publicUrl,
    Date: game.createdAt.toISOString().slice(0, 10).replaceAll('-', '.'),
    Round: tournament ? `${tournament.stage}.${tournament.group}` : game.match ? `${game.match.board}` : '-',
    White: white.username,
    Black: black.username,
    Result: result,
    Rules: game.rules,
    PlyCount: `${game.ply}`,
    ...(ratings && {
      WhiteElo: `${Math.round(ratings.white.before.rating)}`,
      BlackElo: `${Math.round(ratings.black.before.rating)}`,
    }),
    TimeControl: timeControl(game.clock),
    ...(game.timeouts === 'claimed' && { TimeOuts: 'claimed' }),
    ...(game.provenDraws && { ProvenDraws: 'yes' }),
    ...(reason && { Termination: reason }),
    Link: `${publicUrl}/games/${game.id}`,
  }
}

/** The seconds that each player has given the opponent, if any. */
function giftTags(gifts: Gifts): Record<string, string> {
  const [white, black] = SIDES.map((side) => daysGiven(gifts, side) * DAY_SECONDS)
  return {
    ...(white && { GivenByWhite: `${white}` }),
    ...(black && { GivenByBlack: `${black}` }),
  }
}

/** In seconds: moves and their time, or a bank and what each move adds. */
const timeControl = (clock: Clock): string =>
  clock.kind === 'per-move'
    ? `1/${clock.days * DAY_SECONDS}`
    : `${clock.days * DAY_SECONDS}+${clock.incrementHours * HOUR_SECONDS}`
