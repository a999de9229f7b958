import type { Claim, DrawOffer, Game, Message, OfferState } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ruleSet, samePositionKey, type Turn } from '@tegenzet/rules'
import type { LRUCache } from 'lru-cache'
import { changeAndAppend, type NewEvent } from '../../outbox/append.ts'
import { afterCommit, type Tx } from '../../store/transaction.ts'
import { readClaim, writtenClaim } from './claim-store.ts'
import { type Clocks, readClocks, remainingOf } from './clock.ts'
import { newOffer, settledOffer } from './draw-offer-store.ts'
import type { GameRow } from './game.ts'
import { occurrences } from './game-record.ts'
import { gameView } from './game-view.ts'
import { newMessages } from './message-store.ts'

/** The columns that a change of a game may set. The version is incremented automatically. */
export type GameChange = Partial<
  Clocks &
    Pick<
      GameRow,
      | 'status'
      | 'turn'
      | 'ply'
      | 'position'
      | 'lastMove'
      | 'winner'
      | 'reason'
      | 'drawOffer'
      | 'openClaim'
      | 'ratings'
    >
>

/** Games as this process last wrote them. Other processes may have changed them since. */
export type RecentGames = LRUCache<number, GameRow>

/** What is written together with a change of a game. */
export interface WrittenWithChange {
  /** The player who makes the change; undefined: the server. */
  by?: number
  played?: Turn
  /** The new state of the open offer if the change removes it; default: `closed`. */
  offerBecomes?: OfferState
  /** A new offer. */
  offer?: DrawOffer
  messages?: readonly Message[]
  /**
   * A new claim, or the new state of the open one. If the change removes the open claim without this, it is `closed`.
   */
  claim?: Claim
  /** More parts of the statement, each `, name AS (…)`, which must write nothing if `changed` has no row. */
  rows?: Prisma.Sql
  /** Remembers the changed game after the commit, so that its next move needs no read. */
  remember?: RecentGames | undefined
}

/**
 * Writes a change of a game, its dependent rows and its events in one statement, and only if the game still has the
 * version that was read. The event contains the whole game, so that readers need not fetch it. When a game ends, its
 * open offer and claim are closed.
 * @param now when the command arrived
 * @returns the changed game; null if another change came first and nothing was written
 */
export async function changeGame(
  tx: Tx,
  before: GameRow,
  change: GameChange,
  now: Date,
  also: WrittenWithChange = {},
): Promise<Game | null> {
  const after = changedGame(before, change, now)
  const claim = also.claim ?? (await closedClaim(tx, before, after, now))
  const game = gameView(after, null)
  const changes = statement(before, after, { ...also, claim }, now)
  const events = eventsOf(game, claim, also.messages ?? [])
  const appended = await changeAndAppend(tx, changes, events, { by: also.by ?? null, at: now })
  if (appended.length === 0) return null
  if (also.remember) afterCommit(tx, () => also.remember?.set(after.id, after))
  return game
}

/** A game after a change. Clocks that the change does not set are read as of `now`. */
export function changedGame(before: GameRow, change: GameChange, now: Date): GameRow {
  const changed = { ...before, ...readClocks(before, now), ...change }
  const after = { ...changed, version: before.version + 1, updatedAt: now }
  return after.turn ? after : { ...after, drawOffer: null, openClaim: null, endedAt: before.endedAt ?? now }
}

/** Closes the open claim if the change removes it without a new state. */
async function closedClaim(tx: Tx, before: GameRow, after: GameRow, now: Date): Promise<Claim | undefined> {
  if (!before.openClaim || after.openClaim) return undefined
  const claim = await readClaim(tx, before.openClaim.id)
  if (!claim)
    throw new Error(`game ${before.id} has an open claim ${before.openClaim.id} that does not exist`)
  return { ...claim, state: 'closed', closedAt: now.toISOString() }
}

/**
 * Each version of a game has at most one event of the game and one of its claim. Messages do not change the version.
 */
function eventsOf(game: Game, claim: Claim | undefined, messages: readonly Message[]): NewEvent[] {
  const playerIds = [game.white.id, game.black.id]
  const events: NewEvent[] = [{ event: { type: 'game', game }, playerIds }]
  if (claim)
    events.push({ event: { type: 'claim', claim }, playerIds, toStaff: 'arbiter', version: game.version })
  for (const message of messages) events.push({ event: { type: 'message', message }, playerIds })
  return events
}

function statement(
  before: GameRow,
  after: GameRow,
  { played, offer, offerBecomes = 'closed', messages = [], claim, rows }: WrittenWithChange,
  now: Date,
): Prisma.Sql {
  const settled = before.drawOffer?.id === after.drawOffer?.id ? null : before.drawOffer
  return Prisma.sql`changed AS (
      UPDATE games SET
        status = ${after.status}::game_status, version = ${after.version}, turn = ${after.turn}::side,
        ply = ${after.ply}, position = ${after.position}, last_move = ${after.lastMove},
        clock_since = ${after.clockSince}::timestamptz, deadline = ${after.deadline}::timestamptz,
        white_remaining_ms = ${after.whiteRemainingMs}, black_remaining_ms = ${after.blackRemainingMs},
        turn_ms = coalesce(${timeOfNewTurn(before, after)}::bigint, turn_ms), winner = ${after.winner}::side,
        reason = ${after.reason}, updated_at = ${now}::timestamptz, ended_at = ${after.endedAt}::timestamptz
      WHERE id = ${before.id} AND version = ${before.version}
      RETURNING id, ply
    ) ${played ? newMove(before, played, now) : Prisma.empty}
    ${settled ? settledOffer(settled.id, offerBecomes, now) : Prisma.empty}
    ${offer ? newOffer(offer, now, settled !== null) : Prisma.empty}
    ${messages.length > 0 ? newMessages(messages, now) : Prisma.empty}
    ${claim ? writtenClaim(claim, after[claim.by].id, now) : Prisma.empty}
    ${rows ?? Prisma.empty}`
}

/** The remaining time of the side to move at the start of its turn; null if no turn begins. */
export const timeOfNewTurn = (before: GameRow, after: GameRow): number | null =>
  after.turn && after.ply > before.ply ? remainingOf(after, after.turn) : null

function newMove(game: GameRow, { move, position, quiet }: Turn, now: Date): Prisma.Sql {
  const key = samePositionKey(ruleSet(game.rules, game.rulesRevision), position)
  return Prisma.sql`, new_move AS (
      INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, ${move}, ${now}::timestamptz FROM changed
    ), new_position AS (
      INSERT INTO positions (game_id, ply, position, occurrence, quiet)
      SELECT id, ply, ${position}, 1 + ${occurrences(game.id, key)}, ${quiet}::int FROM changed
    )`
}
