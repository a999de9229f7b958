import { AUTO_RULING_DAYS, OFFER_EXPIRY_HOURS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'
import {
  type ChallengeRow,
  challengeColumns,
  JOIN_PLAYERS as JOIN_CHALLENGE_PLAYERS,
} from '../../lobby/challenges/challenge-row.ts'
import { expireChallenge } from '../../lobby/challenges/close-challenge.ts'
import { ruleOnClaim } from '../claims/rule-on-claim.ts'
import { expireOffer } from '../draws/expire-offer.ts'
import { endOverdue, TIMEOUT_GRACE_MS } from '../game/endings.ts'
import { GAME_COLUMNS, type GameRow, JOIN_PLAYERS } from '../game/game-store.ts'
import { catchUp } from '../outages/heartbeat.ts'

const BATCH = 100
const HOUR = 60 * 60 * 1000

/** A stream replays a day of events: a week leaves room for who was away, and for looking into what went wrong. */
const EVENTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Ends the games whose time is out. Any number of processes may sweep: each ending is conditional on the game's
 * version, so that a game that two of them find is ended once. One that was away first gives the time back.
 * @returns how many games it found
 */
export async function endOverdueGames(deps: Deps): Promise<number> {
  const now = deps.now()
  await catchUp(deps)
  const cutoff = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  let found = 0
  let after = Prisma.empty
  for (;;) {
    const games = await deps.database.prisma.$queryRaw<GameRow[]>`
      SELECT ${GAME_COLUMNS} FROM (
        SELECT * FROM games WHERE status = 'active' AND deadline < ${cutoff}::timestamptz ${after}
        ORDER BY deadline, id LIMIT ${BATCH}
      ) g ${JOIN_PLAYERS} ORDER BY g.deadline, g.id`
    for (const game of games) await endOverdue(deps, game, now)
    found += games.length
    const last = games.at(-1)
    if (!last || games.length < BATCH) return found
    // onwards by key, so that a game that another process holds or has ended does not stop the rest
    after = Prisma.sql`AND (deadline, id) > (${last.deadline}::timestamptz, ${last.id})`
  }
}

/**
 * Lets the offers expire that nobody answered, with the same grace as overdue games: an answer that arrived in time may
 * still be on its way.
 * @returns how many it found
 */
export async function expireOffers(deps: Deps): Promise<number> {
  const now = deps.now()
  const madeBefore = new Date(now.getTime() - OFFER_EXPIRY_HOURS * HOUR - TIMEOUT_GRACE_MS)
  const games = await deps.database.prisma.$queryRaw<GameRow[]>`
    SELECT ${GAME_COLUMNS} FROM games g ${JOIN_PLAYERS}
    JOIN draw_offers unanswered ON unanswered.game_id = g.id AND unanswered.state = 'open'
    WHERE unanswered.created_at < ${madeBefore}::timestamptz ORDER BY unanswered.created_at`
  for (const game of games) await expireOffer(deps, game, now)
  return games.length
}

/**
 * Closes the challenges that nobody has accepted in time, with the same grace again.
 * @returns how many it found
 */
export async function expireChallenges(deps: Deps): Promise<number> {
  const now = deps.now()
  const cutoff = new Date(now.getTime() - TIMEOUT_GRACE_MS)
  const due = await deps.database.prisma.$queryRaw<ChallengeRow[]>`
    SELECT ${challengeColumns(now)} FROM challenges c ${JOIN_CHALLENGE_PLAYERS}
    WHERE c.state = 'open' AND c.expires_at < ${cutoff}::timestamptz ORDER BY c.expires_at`
  for (const challenge of due) await expireChallenge(deps, challenge)
  return due.length
}

/**
 * Rules by the evidence on claims that have waited too long for an admin; and, where the site is set so, on those that
 * hold, should the server have stopped right after one was filed.
 * @returns how many it found
 */
export async function ruleByEvidence(deps: Deps): Promise<number> {
  const now = deps.now()
  const filedBefore = new Date(now.getTime() - AUTO_RULING_DAYS * 24 * HOUR)
  const claims = await deps.database.prisma.$queryRaw<{ id: number }[]>`
    SELECT id FROM claims WHERE state = 'open' AND (created_at <= ${filedBefore}::timestamptz
      OR (${deps.config.ruleClaimsByEvidence} AND evidence @> '{"holds": true}')) ORDER BY id`
  for (const { id } of claims) await ruleOnClaim(deps, { claim: id, by: 'server', arrivedAt: now })
  return claims.length
}

/**
 * Removes old events from the outbox, but for those that a feed has not read, the one it has come to, and the last of
 * each running game, with which streams begin.
 * @returns how many
 */
export async function pruneEvents({ database: { prisma }, now }: Deps): Promise<number> {
  const before = new Date(now().getTime() - EVENTS_KEPT_MS)
  let pruned = 0
  for (;;) {
    // a little at a time: a long transaction would hold up everybody else
    const count = await prisma.$executeRaw`
      DELETE FROM events WHERE id IN (
        SELECT id FROM events e WHERE created_at < ${before}::timestamptz
          AND NOT EXISTS (
            SELECT FROM consumer_offsets f LEFT JOIN events reached ON reached.id = f.event_id
            WHERE (e.tx, e.id) >= (coalesce(reached.tx, '0'), coalesce(reached.id, 0)))
          AND NOT EXISTS (
            SELECT FROM games g WHERE g.id = e.game_id AND g.version = e.version AND e.type = 'game'
              AND g.status IN ('active', 'claimed'))
        ORDER BY created_at LIMIT 1000
      )`
    pruned += count
    if (count < 1000) return pruned
  }
}
