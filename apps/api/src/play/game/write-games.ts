import { itemAt } from '@tegenzet/common'
import type { Claim, Game } from '@tegenzet/contract'
import { Prisma, unavailability } from '@tegenzet/db'
import { type Cause, changeAndAppend, type NewEvent } from '../../outbox/append.ts'
import { batchedOn } from '../../store/batched.ts'
import { nextIds } from '../../store/next-id.ts'
import { definitions, type RecordOf, recordset } from '../../store/recordset.ts'
import { type Db, isTransaction } from '../../store/transaction.ts'
import { type Change, changedGame } from './change.ts'
import { type GameRow, storedGame } from './game.ts'
import { ALL_COLUMNS, sqlName, sqlNames, sqlTypes, sqlValues, WRITTEN_COLUMNS } from './game-columns.ts'
import { gameView } from './game-view.ts'
import { CLAIM, claimRow, claimView, MESSAGE, messageRow, OFFER, offerRow } from './rows-of-change.ts'

// Nothing else writes games. Each statement has the events of the games that it writes, with the whole game, so that readers
// need not fetch it.

/**
 * Writes new games (see `newGame`), in their order.
 * @returns the games with their ids
 */
export async function createGames(db: Db, games: readonly GameRow[], cause: Cause): Promise<Game[]> {
  const ids = await nextIds(db, 'games', games.length)
  const rows = games.map((game, n) => ({ ...game, id: itemAt(ids, n) }))
  const created = rows.map((row) => gameView(row, null))
  const values = rows.map((row) => sqlValues(ALL_COLUMNS, storedGame(row)))
  const statement = {
    with: Prisma.sql`/* create games */ WITH created AS (
    INSERT INTO games (${sqlNames(ALL_COLUMNS)})
    SELECT ${sqlNames(ALL_COLUMNS)} FROM ${recordset('row', sqlTypes(ALL_COLUMNS), values)}
    RETURNING id
  )`,
    ids: Prisma.sql`SELECT id FROM created`,
  }
  await changeAndAppend(
    db,
    statement,
    created.map((game) => ({ ...gameEvent(game), ...cause })),
  )
  return created
}

const gameEvent = (game: Game): NewEvent => ({
  event: { type: 'game', game },
  playerIds: [game.white.id, game.black.id],
})

/** A change of a game that was read before. */
export interface GameChange extends Cause {
  before: GameRow
  change: Change
}

const GAMES_PER_STATEMENT = 200

/**
 * Writes changes of games, and everything that comes with them. Each change is written only if its game still has the version
 * that was read. When a game ends, its open offer and claim are closed.
 *
 * In a transaction the changes share statements. Without one, each commits by itself, in statements that it shares with the
 * changes of other requests.
 * @returns for each change the game after it; null if another change came first and nothing was written
 */
export async function changeGames(db: Db, changes: readonly GameChange[]): Promise<(Game | null)[]> {
  const prepared: Prepared[] = []
  for (const change of changes) prepared.push(await prepare(db, change))
  if (!isTransaction(db)) return Promise.all(prepared.map((change) => writeTogether(db, change)))
  const written: (Game | null)[] = []
  for (let first = 0; first < prepared.length; first += GAMES_PER_STATEMENT)
    written.push(...(await writeAll(db, prepared.slice(first, first + GAMES_PER_STATEMENT))))
  return written
}

interface Prepared extends GameChange {
  /** The game after the change. */
  row: GameRow
  game: Game
  /** The new claim, or the one that is settled. */
  claim: Claim | undefined
}

async function prepare(db: Db, { before, change, by, at }: GameChange): Promise<Prepared> {
  const row = changedGame(before, change, at)
  const claim = change.claim ?? (await closedClaim(db, before, row, at))
  return { before, change, by, at, row, game: gameView(row, null), claim }
}

/** Closes the open claim if the change removes it without a new state. */
async function closedClaim(db: Db, before: GameRow, after: GameRow, at: Date): Promise<Claim | undefined> {
  if (!before.openClaim || after.openClaim) return undefined
  const claim = await db.claim.findUniqueOrThrow({ where: { id: before.openClaim.id } })
  return { ...claimView(claim), state: 'closed', closedAt: at.toISOString() }
}

/** Writes a change in a batch with others. If that did not write it, it is tried alone. */
async function writeTogether(db: Db, write: Prepared): Promise<Game | null> {
  const written = await inBatch(db, write)
  if (written) return written
  const [alone = null] = await writeAll(db, [write])
  return alone
}

const inBatch = batchedOn(writeBatch)

/** Skips games that another transaction is changing, so that no game waits for another. A bad row fails alone, later. */
async function writeBatch(db: Db, writes: readonly Prepared[]): Promise<(Game | null)[]> {
  // of several changes of one game only the first can be written
  const firsts = new Map([...writes].reverse().map((write) => [write.row.id, write]))
  const written = await writeAll(db, [...firsts.values()], { skipsLocked: true }).catch((error) => {
    const kind = unavailability(error)
    if (writes.length === 1 || (kind && kind !== 'timeout')) throw error
    return []
  })
  const byChange = new Map([...firsts.values()].map((write, n) => [write, written[n] ?? null]))
  return writes.map((write) => byChange.get(write) ?? null)
}

async function writeAll(
  db: Db,
  writes: readonly Prepared[],
  { skipsLocked = false } = {},
): Promise<(Game | null)[]> {
  const change = { with: statement(writes, skipsLocked), ids: Prisma.sql`SELECT id FROM changed` }
  const appended = await changeAndAppend(db, change, writes.flatMap(eventsOf))
  const ids = new Set(appended.map(({ event }) => event.type === 'game' && event.game.id))
  return writes.map(({ game }) => (ids.has(game.id) ? game : null))
}

/** Each version of a game has one event of the game and at most one of its claim. Messages do not change the version. */
function eventsOf({ game, claim, change: { messages = [] }, by, at }: Prepared): (NewEvent & Cause)[] {
  const ofGame = { ...gameEvent(game), by, at }
  const events: (NewEvent & Cause)[] = [ofGame]
  if (claim)
    events.push({ ...ofGame, event: { type: 'claim', claim }, toStaff: 'arbiter', version: game.version })
  for (const message of messages) events.push({ ...ofGame, event: { type: 'message', message } })
  return events
}

/** What a row has besides the columns of its game. */
const PARTS = {
  ends: 'boolean',
  move: 'text',
  settled_offer: 'int',
  settled_as: 'offer_state',
  offer: 'jsonb',
  claim: 'jsonb',
  messages: 'jsonb',
} as const
const ROW = { ...sqlTypes(['id', ...WRITTEN_COLUMNS]), ...PARTS }

function partsOf({ before, row, change, claim }: Prepared): RecordOf<typeof PARTS> {
  const { played, offer, messages, offerBecomes = 'closed' } = change
  const settled = before.drawOffer && before.drawOffer.id !== row.drawOffer?.id ? before.drawOffer : null
  return {
    ends: isOver(row) && !isOver(before) ? true : null,
    move: played?.move ?? null,
    settled_offer: settled?.id ?? null,
    settled_as: settled && offerBecomes,
    offer: offer ? offerRow(offer) : null,
    claim: claim ? claimRow(claim, row[claim.by].id, change.proof) : null,
    messages: messages && messages.length > 0 ? messages.map(messageRow) : null,
  }
}

const isOver = ({ status }: GameRow): boolean => status === 'finished' || status === 'cancelled'

const SET = Prisma.raw(WRITTEN_COLUMNS.map((name) => `${sqlName(name)} = new.${sqlName(name)}`).join(', '))

/** Has only the parts that one of the changes needs. Most are moves alone. */
function statement(writes: readonly Prepared[], skipsLocked: boolean): Prisma.Sql {
  const parts = writes.map(partsOf)
  const rows = writes.map(({ row }, n) => ({
    ...sqlValues(['id', ...WRITTEN_COLUMNS], storedGame(row)),
    ...itemAt(parts, n),
  }))
  const partFor = (column: keyof typeof PARTS, part: Prisma.Sql) =>
    parts.some((row) => row[column] !== null) ? part : Prisma.empty
  return Prisma.sql`/* update games */ WITH new AS MATERIALIZED (
    SELECT * FROM ${recordset('row', ROW, rows)}
  ), unchanged AS MATERIALIZED (
    SELECT g.id FROM new JOIN games g ON g.id = new.id AND g.version = new.version - 1
    FOR NO KEY UPDATE OF g ${skipsLocked ? Prisma.sql`SKIP LOCKED` : Prisma.empty}
  ), changed AS (
    UPDATE games SET ${SET}
    FROM new JOIN unchanged ON unchanged.id = new.id
    WHERE games.id = new.id AND games.version = new.version - 1
    RETURNING games.id, games.white_id, games.black_id
  )
  ${partFor('move', NEW_MOVE)}
  ${partFor('ends', UNCOUNTED)}
  ${partFor('settled_offer', SETTLED_OFFER)}
  ${partFor('offer', newOffer(parts.some(({ settled_offer }) => settled_offer !== null)))}
  ${partFor('messages', NEW_MESSAGES)}
  ${partFor('claim', WRITTEN_CLAIM)}`
}

const NEW_MOVE = Prisma.sql`, new_move AS (
    INSERT INTO moves (game_id, ply, move, played_at)
    SELECT new.id, new.ply, new.move, new.updated_at FROM new JOIN changed USING (id) WHERE new.move IS NOT NULL
  )`

/** `countEndedGames` adds the games that end to their players' results. */
const UNCOUNTED = Prisma.sql`, uncounted AS (
    INSERT INTO uncounted_games (player_id, game_id)
    SELECT player_id, new.id FROM new JOIN changed USING (id), unnest(ARRAY[white_id, black_id]) AS player_id
    WHERE new.ends
  )`

const SETTLED_OFFER = Prisma.sql`, settled_offer AS (
    UPDATE draw_offers SET state = new.settled_as, closed_at = new.updated_at
    FROM new JOIN changed USING (id) WHERE draw_offers.id = new.settled_offer AND state = 'open'
    RETURNING draw_offers.id
  )`

/** @param settles whether the statement settles offers too, which must come first: a game has one open offer */
const newOffer = (settles: boolean) => Prisma.sql`, new_offer AS (
    INSERT INTO draw_offers (id, game_id, by, ply, ground, numbers, state, created_at, expires_at, closed_at)
    SELECT offer.id, new.id, offer.by, offer.ply, offer.ground, offer.numbers, offer.state, new.updated_at, offer.expires_at,
      offer.closed_at
    FROM new JOIN changed USING (id), jsonb_to_record(new.offer) AS offer (${definitions(OFFER)})
    WHERE new.offer IS NOT NULL ${settles ? Prisma.sql`AND (SELECT count(*) FROM settled_offer) >= 0` : Prisma.empty}
  )`

const NEW_MESSAGES = Prisma.sql`, new_messages AS (
    INSERT INTO messages (id, game_id, by, ply, kind, offer_id, days, text, created_at)
    SELECT message.id, new.id, message.by, message.ply, message.kind, message.offer_id, message.days, message.text,
      new.updated_at
    FROM new JOIN changed USING (id), jsonb_to_recordset(new.messages) AS message (${definitions(MESSAGE)})
  )`

const CLAIM_OF_ROW = Prisma.sql`new JOIN changed USING (id), jsonb_to_record(new.claim) AS claim (${definitions(CLAIM)})`

/** Files new claims, those with a proof together with their ruling, and settles open ones. */
const WRITTEN_CLAIM = Prisma.sql`, filed_claim AS (
    INSERT INTO claims
      (id, game_id, by, claimant_id, ply, ground, numbers, intended_move, offer_id, text, evidence, proof, state,
        created_at, closed_at)
    SELECT claim.id, new.id, claim.by, claim.claimant_id, claim.ply, claim.ground, claim.numbers, claim.intended_move,
      claim.offer_id, claim.text, claim.evidence, claim.proof, claim.state, new.updated_at,
      CASE WHEN claim.proof IS NOT NULL THEN new.updated_at END
    FROM ${CLAIM_OF_ROW} WHERE claim.state = 'open' OR claim.proof IS NOT NULL
  ), ruling AS (
    INSERT INTO rulings (claim_id, verdict, reason, created_at)
    SELECT claim.id, (CASE claim.state WHEN 'upheld' THEN 'uphold' ELSE 'reject' END)::verdict, claim.ruling, new.updated_at
    FROM ${CLAIM_OF_ROW} WHERE claim.proof IS NOT NULL
  ), settled_claim AS (
    UPDATE claims SET state = claim.state, closed_at = new.updated_at
    FROM ${CLAIM_OF_ROW} WHERE claims.id = claim.id AND claims.state = 'open' AND claim.state <> 'open'
  )`
