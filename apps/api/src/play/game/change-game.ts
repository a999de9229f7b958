import type { Claim, DrawOffer, Game, Message, OfferState } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Played } from '@tegenzet/rules'
import type { Deps } from '../../deps.ts'
import { noteChange } from '../games/recent-changes.ts'
import { claimRow, readClaim } from './claim-store.ts'
import { type Clocks, leftTo, readClocks } from './clock.ts'
import { answeredRow, offeredRow } from './draw-offer-store.ts'
import { type GameRow, gameView } from './game-store.ts'
import { messageRows } from './message-store.ts'

/** What a change of a game may set; its version rises by itself. */
export type GameChange = Partial<
  Clocks &
    Pick<
      GameRow,
      'status' | 'turn' | 'ply' | 'position' | 'lastMove' | 'winner' | 'reason' | 'drawOffer' | 'openClaim'
    >
>

/** What is written with a change of a game. */
export interface Along {
  /** The player who does it; none: the server. */
  by?: number
  played?: Played
  /** What becomes of the offer that was open, where the change takes it away; `closed` unless said otherwise. */
  offerBecomes?: OfferState
  /** An offer that is made. */
  offer?: DrawOffer
  /** What is said with it. */
  messages?: readonly Message[]
  /** A claim that is filed, or the open one as it is from now on; where the change takes it away unsaid, it is `closed`. */
  claim?: Claim
  /** More parts of the statement, each `, name AS (…)`, which write nothing where `changed` has no row. */
  rows?: Prisma.Sql
}

/**
 * Writes a change of a game, what goes along with it, and the events that tell of it: one statement, which is one
 * transaction, and only where the game still is as it was read. The game's event shows the whole game, so that who is
 * told need not read it. A game that ends leaves no offer and no claim open. The clocks are read, where the change does
 * not set them.
 * @param now the moment the command arrived
 * @returns the game as it now is; null where another change came first, and nothing was written
 */
export async function changeGame(
  deps: Deps,
  before: GameRow,
  change: GameChange,
  now: Date,
  along: Along = {},
): Promise<Game | null> {
  const after: GameRow = {
    ...{ ...before, ...readClocks(before, now) },
    ...{ ...change, version: before.version + 1, updatedAt: now },
  }
  if (!after.turn) Object.assign(after, { drawOffer: null, openClaim: null })
  const { played, offer, messages = [] } = along
  const answered = before.drawOffer && before.drawOffer.id !== after.drawOffer?.id ? before.drawOffer : null
  const claim =
    along.claim ?? (before.openClaim && !after.openClaim && (await closed(deps, before.openClaim.id, now)))
  const game = gameView(after)
  const playerIds = [after.white.id, after.black.id]
  const news: News[] = [
    { type: 'game', game },
    ...(claim ? [{ type: 'claim' as const, claim }] : []),
    ...messages.map((message) => ({ type: 'message' as const, message })),
  ]
  const told = await deps.database.prisma.$queryRaw<Told[]>`
    WITH changed AS (
      UPDATE games SET
        status = ${after.status}::game_status, version = ${after.version}, turn = ${after.turn}::side,
        ply = ${after.ply}, position = ${after.position}, last_move = ${after.lastMove},
        clock_since = ${after.clockSince}::timestamptz, deadline = ${after.deadline}::timestamptz,
        white_remaining_ms = ${after.whiteRemainingMs}, black_remaining_ms = ${after.blackRemainingMs},
        turn_ms = coalesce(${turnBegun(before, after)}::bigint, turn_ms), winner = ${after.winner}::side, reason = ${after.reason}, updated_at = ${now}::timestamptz
      WHERE id = ${before.id} AND version = ${before.version}
      RETURNING id, ply
    ) ${played ? playedRows(played, now) : Prisma.empty}
    ${answered ? answeredRow(answered.id, along.offerBecomes ?? 'closed', now) : Prisma.empty}
    ${offer ? offeredRow(offer, now, answered !== null) : Prisma.empty}
    ${messages.length > 0 ? messageRows(messages, now) : Prisma.empty}
    ${claim ? claimRow(claim, after[claim.by].id, now) : Prisma.empty}
    ${along.rows ?? Prisma.empty}
    INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at, tx)
    SELECT event.type, changed.id, event.version, event.player_ids, ${along.by ?? null}::int, event.payload,
      ${now}::timestamptz, ${inOrder(before.id)}
    FROM changed, (VALUES ${eventRows(news, after.version, playerIds)}) AS event (type, version, player_ids, payload)
    RETURNING id, type, (payload->>'id')::int AS about, player_ids AS "playerIds"`
  if (told.length === 0) return null
  noteChange(deps.database, before.id)
  for (const { id, type, about, playerIds } of told) {
    const event = news.find((each) => each.type === type && subjectOf(each).id === about)!
    deps.live.announce({ id: Number(id), ...event }, playerIds)
  }
  return game
}

/** What the side to move has as its turn begins, and null where none does. */
const turnBegun = (before: GameRow, after: GameRow): number | null =>
  after.turn && after.ply > before.ply ? leftTo(after, after.turn) : null

/** An event without the number that writing it gives it. */
type News =
  | { type: 'game'; game: Game }
  | { type: 'claim'; claim: Claim }
  | { type: 'message'; message: Message }

const subjectOf = (news: News): Game | Claim | Message =>
  news.type === 'game' ? news.game : news.type === 'claim' ? news.claim : news.message

/** Never before the game's earlier events (`outbox.ts`): a transaction may have begun before the one it builds upon. */
export const inOrder = (gameId: number | Prisma.Sql): Prisma.Sql => Prisma.sql`greatest(pg_current_xact_id(),
      (SELECT tx FROM events WHERE game_id = ${gameId} AND version IS NOT NULL ORDER BY version DESC LIMIT 1))`

interface Told {
  id: bigint
  type: News['type']
  /** The number of what it tells of. */
  about: number
  playerIds: number[]
}

/** Of a game and of its claim a version has one event; messages are none of its changes. */
const eventRows = (news: readonly News[], version: number, playerIds: number[]) =>
  Prisma.join(
    news.map(
      (each) =>
        Prisma.sql`(${each.type}, ${each.type === 'message' ? null : version}::int, ${playerIds}::int[] ${each.type === 'claim' ? ADMINS : Prisma.empty}, ${JSON.stringify(subjectOf(each))}::jsonb)`,
    ),
  )

/** Whoever may rule on claims. */
const ADMINS = Prisma.sql`|| ARRAY(SELECT player_id FROM accounts WHERE role = 'admin')`

const playedRows = ({ move, position, occurrence, quiet }: Played, now: Date) => Prisma.sql`, moved AS (
      INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, ${move}, ${now}::timestamptz FROM changed
    ), stood AS (
      INSERT INTO positions (game_id, ply, position, occurrence, quiet)
      SELECT id, ply, ${position}, ${occurrence}::int, ${quiet}::int FROM changed
    )`

/** The claim that a game's end leaves behind. */
async function closed({ database }: Deps, id: number, now: Date): Promise<Claim> {
  const claim = await readClaim(database, id)
  if (!claim) throw new Error(`claim ${id} is gone`)
  return { ...claim, state: 'closed', closedAt: now.toISOString() }
}
