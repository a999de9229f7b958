import type { Claim, Game } from '@tegenzet/contract'
import { Prisma, unavailability } from '@tegenzet/db'
import { credentialHolds } from '../../accounts/credentials/find-caller.ts'
import { type Cause, changeAndAppend, type NewEvent } from '../../outbox/append.ts'
import { batchedOn } from '../../store/batched.ts'
import { definitions, recordset } from '../../store/recordset.ts'
import { isTransaction, type Tx } from '../../store/transaction.ts'
import { type Change, changedGame } from './change.ts'
import { readClaim } from './claim-store.ts'
import type { GameRow } from './game.ts'
import { gameView } from './game-view.ts'
import { CLAIM, GAME, MESSAGE, OFFER, type RowSource, rowOf } from './rows-of-change.ts'

/** A change of a game that was read before. */
export interface GameWrite extends Cause {
  before: GameRow
  change: Change
  /**
   * The caller's credential, if the game or the caller was taken from memory and may be outdated: then it must still hold,
   * and both players must still have their names.
   */
  credential?: string
}

export interface WrittenGame {
  game: Game
  row: GameRow
}

const GAMES_PER_STATEMENT = 200

/**
 * Writes changes of games, everything that comes with them, and their events. Nothing else changes games. Each change is
 * written only if its game still has the version that was read. The event contains the whole game, so that readers need
 * not fetch it. When a game ends, its open offer and claim are closed.
 *
 * In a transaction the changes share statements. Without one, each commits by itself, in statements that it shares with the
 * changes of other requests.
 * @returns for each change the game after it; null if another change came first and nothing was written
 */
export async function writeGames(tx: Tx, writes: readonly GameWrite[]): Promise<(WrittenGame | null)[]> {
  const prepared: Prepared[] = []
  for (const write of writes) prepared.push(await prepare(tx, write))
  if (!isTransaction(tx)) return Promise.all(prepared.map((write) => writeTogether(tx, write)))
  const written: (WrittenGame | null)[] = []
  for (let first = 0; first < prepared.length; first += GAMES_PER_STATEMENT)
    written.push(...(await writeAll(tx, prepared.slice(first, first + GAMES_PER_STATEMENT))))
  return written
}

interface Prepared extends RowSource {
  game: Game
}

async function prepare(tx: Tx, write: GameWrite): Promise<Prepared> {
  const { before, change, at } = write
  const row = changedGame(before, change, at)
  const claim = change.claim ?? (await closedClaim(tx, before, row, at))
  return { ...write, row, game: gameView(row, null), claim }
}

/** Closes the open claim if the change removes it without a new state. */
async function closedClaim(tx: Tx, before: GameRow, after: GameRow, at: Date): Promise<Claim | undefined> {
  if (!before.openClaim || after.openClaim) return undefined
  const claim = await readClaim(tx, before.openClaim.id)
  if (!claim)
    throw new Error(`game ${before.id} has an open claim ${before.openClaim.id} that does not exist`)
  return { ...claim, state: 'closed', closedAt: at.toISOString() }
}

/** Writes a change in a batch with others. If that did not write it, it is tried alone. */
async function writeTogether(tx: Tx, write: Prepared): Promise<WrittenGame | null> {
  const written = await inBatch(tx, write)
  if (written) return written
  const [alone = null] = await writeAll(tx, [write])
  return alone
}

const inBatch = batchedOn(writeBatch)

/** Skips games that another transaction is changing, so that no game waits for another. A bad row fails alone, later. */
async function writeBatch(tx: Tx, writes: readonly Prepared[]): Promise<(WrittenGame | null)[]> {
  // of several changes of one game only the first can be written
  const firsts = new Map([...writes].reverse().map((write) => [write.row.id, write]))
  const written = await writeAll(tx, [...firsts.values()], { skipsLocked: true }).catch((error) => {
    const kind = unavailability(error)
    if (writes.length === 1 || (kind && kind !== 'timeout')) throw error
    return []
  })
  const byChange = new Map([...firsts.values()].map((write, n) => [write, written[n] ?? null]))
  return writes.map((write) => byChange.get(write) ?? null)
}

async function writeAll(
  tx: Tx,
  writes: readonly Prepared[],
  { skipsLocked = false } = {},
): Promise<(WrittenGame | null)[]> {
  const change = { with: statement(writes, skipsLocked), ids: Prisma.sql`SELECT id FROM changed` }
  const appended = await changeAndAppend(tx, change, writes.flatMap(eventsOf))
  const ids = new Set(appended.map(({ event }) => event.type === 'game' && event.game.id))
  return writes.map(({ row, game }) => (ids.has(row.id) ? { row, game } : null))
}

/** Each version of a game has one event of the game and at most one of its claim. Messages do not change the version. */
function eventsOf({ game, claim, change: { messages = [] }, by, at }: Prepared): (NewEvent & Cause)[] {
  const cause = { playerIds: [game.white.id, game.black.id], by, at }
  const events: (NewEvent & Cause)[] = [{ event: { type: 'game', game }, ...cause }]
  if (claim)
    events.push({ event: { type: 'claim', claim }, ...cause, toStaff: 'arbiter', version: game.version })
  for (const message of messages) events.push({ event: { type: 'message', message }, ...cause })
  return events
}

/** Has only the parts that one of the changes needs. Most are moves alone. */
function statement(writes: readonly Prepared[], skipsLocked: boolean): Prisma.Sql {
  const rows = writes.map(rowOf)
  const partFor = (column: keyof (typeof rows)[number], part: Prisma.Sql) =>
    rows.some((row) => row[column] !== null) ? part : Prisma.empty
  return Prisma.sql`/* update games */ WITH new AS MATERIALIZED (
    SELECT * FROM ${recordset('row', GAME, rows)}
  ), unchanged AS MATERIALIZED (
    SELECT g.id FROM new JOIN games g ON g.id = new.id AND g.version = new.version - 1
    ${partFor('credential', UP_TO_DATE)}
    FOR NO KEY UPDATE OF g ${skipsLocked ? Prisma.sql`SKIP LOCKED` : Prisma.empty}
  ), changed AS (
    UPDATE games SET
      status = new.status, version = new.version, turn = new.turn, ply = new.ply, position = new.position,
      last_move = new.last_move, clock_since = new.clock_since, deadline = new.deadline,
      white_remaining_ms = new.white_remaining_ms, black_remaining_ms = new.black_remaining_ms,
      turn_ms = coalesce(new.turn_ms, games.turn_ms), winner = new.winner, reason = new.reason,
      assisted = new.assisted,
      updated_at = new.at, ended_at = new.ended_at
    FROM new JOIN unchanged ON unchanged.id = new.id
    WHERE games.id = new.id AND games.version = new.version - 1
    RETURNING games.id, games.white_id, games.black_id
  )
  ${partFor('move', NEW_MOVE)}
  ${partFor('ends', UNCOUNTED)}
  ${partFor('settled_offer', SETTLED_OFFER)}
  ${partFor('offer', newOffer(rows.some(({ settled_offer }) => settled_offer !== null)))}
  ${partFor('messages', NEW_MESSAGES)}
  ${partFor('claim', WRITTEN_CLAIM)}`
}

/** Names and credentials are looked up row by row, by their indexes. A game in memory may be from before an outage. */
const UP_TO_DATE = Prisma.sql`AND (new.credential IS NULL OR (
      NOT EXISTS (SELECT FROM outages WHERE NOT given_back) AND
      (SELECT username FROM players WHERE id = g.white_id) = new.white_name
      AND (SELECT username FROM players WHERE id = g.black_id) = new.black_name
      AND ${credentialHolds({
        credential: Prisma.sql`new.credential`,
        playerId: Prisma.sql`new.by`,
        at: Prisma.sql`new.at`,
      })}))`

const NEW_MOVE = Prisma.sql`, new_move AS (
    INSERT INTO moves (game_id, ply, move, played_at)
    SELECT new.id, new.ply, new.move, new.at FROM new JOIN changed USING (id) WHERE new.move IS NOT NULL
  )`

/** `countEndedGames` adds the games that end to their players' results. */
const UNCOUNTED = Prisma.sql`, uncounted AS (
    INSERT INTO uncounted_games (player_id, game_id)
    SELECT player_id, new.id FROM new JOIN changed USING (id), unnest(ARRAY[white_id, black_id]) AS player_id
    WHERE new.ends
  )`

const SETTLED_OFFER = Prisma.sql`, settled_offer AS (
    UPDATE draw_offers SET state = new.settled_as, closed_at = new.at
    FROM new JOIN changed USING (id) WHERE draw_offers.id = new.settled_offer AND state = 'open'
    RETURNING draw_offers.id
  )`

/** @param settles whether the statement settles offers too, which must come first: a game has one open offer */
const newOffer = (settles: boolean) => Prisma.sql`, new_offer AS (
    INSERT INTO draw_offers (id, game_id, by, ply, ground, numbers, state, created_at, expires_at, closed_at)
    SELECT offer.id, new.id, offer.by, offer.ply, offer.ground, offer.numbers, offer.state, new.at, offer.expires_at,
      offer.closed_at
    FROM new JOIN changed USING (id), jsonb_to_record(new.offer) AS offer (${definitions(OFFER)})
    WHERE new.offer IS NOT NULL ${settles ? Prisma.sql`AND (SELECT count(*) FROM settled_offer) >= 0` : Prisma.empty}
  )`

const NEW_MESSAGES = Prisma.sql`, new_messages AS (
    INSERT INTO messages (id, game_id, by, ply, kind, offer_id, text, created_at)
    SELECT message.id, new.id, message.by, message.ply, message.kind, message.offer_id, message.text, new.at
    FROM new JOIN changed USING (id), jsonb_to_recordset(new.messages) AS message (${definitions(MESSAGE)})
  )`

const CLAIM_OF_ROW = Prisma.sql`new JOIN changed USING (id), jsonb_to_record(new.claim) AS claim (${definitions(CLAIM)})`

/** Files new claims and settles open ones. */
const WRITTEN_CLAIM = Prisma.sql`, filed_claim AS (
    INSERT INTO claims
      (id, game_id, by, claimant_id, ply, ground, numbers, intended_move, offer_id, text, evidence, created_at)
    SELECT claim.id, new.id, claim.by, claim.claimant_id, claim.ply, claim.ground, claim.numbers, claim.intended_move,
      claim.offer_id, claim.text, claim.evidence, new.at
    FROM ${CLAIM_OF_ROW} WHERE claim.state = 'open'
  ), settled_claim AS (
    UPDATE claims SET state = claim.state, closed_at = new.at
    FROM ${CLAIM_OF_ROW} WHERE claims.id = claim.id AND claims.state = 'open' AND claim.state <> 'open'
  )`
