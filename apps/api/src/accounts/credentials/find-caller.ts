import { createHmac, timingSafeEqual } from 'node:crypto'
import { ROLES, type Role, SCOPES } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import type { Config } from '../../config.ts'
import type { Caller } from '../../http/caller.ts'
import { type CallerFinder, GUEST_SESSION_MS, MAX_SESSION_MS, SESSION_MS } from '../../http/session.ts'
import { asBoolean, asInt, asText, asTexts, oneOf } from '../../store/decode.ts'
import { staffRoles } from '../people/staff-roles.ts'
import { ACCESS_TOKEN_PREFIX, hashToken, TOKEN_PREFIX } from './token-secret.ts'

/** A session's end and its cookie are renewed at most once a day. */
const RENEW_MS = 86_400_000

/**
 * Finds out who sends a request. Every request waits for this, so the queries bypass Prisma: as prepared statements on
 * the pool they cost a fraction.
 */
export const callerFinder = (
  pool: Database['pool'],
  { secret, adminFactor }: Pick<Config, 'secret' | 'adminFactor'>,
  now: () => Date,
): CallerFinder => {
  const findOne = async (name: string, text: string, values: unknown[]): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>({ name, text, values })
    const [row] = rows
    return row && { ...row, factorMissing: adminFactor && asBoolean(row.factorMissing) }
  }

  return {
    async byToken(token) {
      if (token.startsWith(ACCESS_TOKEN_PREFIX)) {
        // hashed the way better-auth does
        const hash = hashToken(token.slice(ACCESS_TOKEN_PREFIX.length)).toString('base64url')
        const row = await findOne('access token', BY_ACCESS_TOKEN, [hash, now()])
        return row
          ? {
              ...callerOf('app', row),
              ...scopesOf(asTexts(row.scopes)),
              connectionId: asInt(row.connectionId),
            }
          : null
      }
      if (!token.startsWith(TOKEN_PREFIX)) return null
      const row = await findOne('token', BY_TOKEN, [hashToken(token), now()])
      return row ? { ...callerOf('token', row), ...scopesOf(asTexts(row.scopes)) } : null
    },

    async byCookie(cookie) {
      const token = unsign(cookie, secret)
      if (token === null) return null
      const at = now()
      const end = new Date(at.getTime() + SESSION_MS)
      const renewBefore = new Date(end.getTime() - RENEW_MS)
      const begunAfter = new Date(end.getTime() - MAX_SESSION_MS)
      const guestEnd = new Date(at.getTime() + GUEST_SESSION_MS)
      const row = await findOne('session', BY_SESSION, [token, at, end, renewBefore, begunAfter, guestEnd])
      return row
        ? { caller: { ...callerOf('session', row), scopes: 'all' }, renewed: asBoolean(row.renewed) }
        : null
    },
  }
}

type Row = Record<string, unknown>

/** An admin who lacks the required second factor is a player. */
const roleOf = (row: Row): Role => (asBoolean(row.factorMissing) ? 'player' : oneOf(ROLES, asText(row.role)))

const callerOf = (kind: Caller['kind'], row: Row): Omit<Caller, 'scopes'> => ({
  credential: `${kind}:${asText(row.id)}`,
  kind,
  accountId: asInt(row.accountId),
  playerId: asInt(row.playerId),
  username: asText(row.username),
  bot: row.kind === 'bot',
  guest: row.kind === 'guest',
  role: roleOf(row),
  factorMissing: asBoolean(row.factorMissing),
  roles: staffRoles({ role: roleOf(row), roles: asTexts(row.roles) }),
})

const scopesOf = (stored: readonly string[]): Pick<Caller, 'scopes'> => ({
  scopes: SCOPES.filter((scope) => stored.includes(scope)),
})

const CALLER_COLUMNS = `account_id AS "accountId", role::text, roles, player_id AS "playerId", username, kind,
    CASE WHEN role = 'admin' THEN NOT EXISTS (
      SELECT FROM totps WHERE totps.account_id = found.account_id AND confirmed_at IS NOT NULL
      UNION ALL SELECT FROM passkeys WHERE passkeys.account_id = found.account_id)
    ELSE false END AS "factorMissing"`

/** $2 is the time of the request. */
const NOT_CLOSED = `NOT EXISTS (
      SELECT FROM sanctions c WHERE c.player_id = p.id AND c.kind = 'close' AND c.lifted_at IS NULL
        AND (c.until IS NULL OR c.until > $2))`

/** Keeps when the player last sent a request, by which tournaments see who is absent. */
const SEEN = `seen AS (
    INSERT INTO last_requests (player_id, at)
    SELECT player_id, date_trunc('minute', $2::timestamptz) FROM found
    WHERE NOT EXISTS (
      SELECT FROM last_requests l
      WHERE l.player_id = found.player_id AND l.at >= date_trunc('minute', $2::timestamptz))
    ON CONFLICT (player_id) DO UPDATE SET at = greatest(last_requests.at, excluded.at)
  )`

// the last use is rounded to the minute, so that not every request writes
const BY_TOKEN = `
  WITH found AS (
    SELECT t.id, t.scopes, a.id AS account_id, a.role, a.roles, p.id AS player_id, p.username, p.kind::text
    FROM tokens t JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2) AND ${NOT_CLOSED}
  ), used AS (
    UPDATE tokens SET last_used_at = date_trunc('minute', $2::timestamptz) FROM found
    WHERE tokens.id = found.id
      AND (tokens.last_used_at IS NULL OR tokens.last_used_at < date_trunc('minute', $2::timestamptz))
  ), ${SEEN}
  SELECT id::text, scopes, ${CALLER_COLUMNS} FROM found`

const BY_ACCESS_TOKEN = `
  WITH found AS (
    SELECT t.id, t.scopes, c.id AS connection_id, a.id AS account_id, a.role, a.roles, p.id AS player_id, p.username,
      p.kind::text
    FROM access_tokens t JOIN connections c ON c.client_id = t.client_id AND c.account_id = t.account_id
    JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.token = $1 AND t.expires_at > $2 AND ${NOT_CLOSED}
  ), used AS (
    UPDATE connections SET last_used_at = date_trunc('minute', $2::timestamptz) FROM found
    WHERE connections.id = found.connection_id
      AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', $2::timestamptz))
  ), ${SEEN}
  SELECT id::text, scopes, connection_id AS "connectionId", ${CALLER_COLUMNS} FROM found`

const BY_SESSION = `
  WITH found AS (
    SELECT s.id, a.id AS account_id, a.role, a.roles, p.id AS player_id, p.username, p.kind::text
    FROM sessions s JOIN accounts a ON a.id = s.account_id JOIN players p ON p.id = a.player_id
    WHERE s.token = $1 AND s.expires_at > $2 AND ${NOT_CLOSED}
  ), renewed AS (
    UPDATE sessions SET expires_at = CASE WHEN found.kind = 'guest' THEN $6::timestamptz ELSE $3::timestamptz END, updated_at = $2 FROM found
    WHERE sessions.id = found.id AND CASE WHEN found.kind = 'guest'
      THEN sessions.expires_at < $6::timestamptz - interval '1 day'
      ELSE sessions.expires_at < $4 AND sessions.created_at >= $5 END
    RETURNING 1
  ), ${SEEN}
  SELECT id::text, ${CALLER_COLUMNS}, EXISTS (SELECT FROM renewed) AS renewed FROM found`

/** The condition, as SQL, under which a caller found earlier may still act. */
export function credentialHolds({ credential, playerId }: Caller, at: Date): Prisma.Sql {
  const [kind, id] = credential.split(':') as [Caller['kind'], string]
  return Prisma.sql`${STILL_VALID[kind](id, at)} AND NOT EXISTS (
    SELECT FROM sanctions WHERE player_id = ${playerId} AND kind = 'close' AND lifted_at IS NULL
      AND (until IS NULL OR until > ${at}::timestamptz))`
}

const STILL_VALID: Record<Caller['kind'], (id: string, at: Date) => Prisma.Sql> = {
  token: (id, at) => Prisma.sql`EXISTS (
    SELECT FROM tokens WHERE id = ${id}::uuid AND (expires_at IS NULL OR expires_at > ${at}::timestamptz))`,
  session: (id, at) => Prisma.sql`EXISTS (
    SELECT FROM sessions WHERE id = ${Number(id)} AND expires_at > ${at}::timestamptz)`,
  app: (id, at) => Prisma.sql`EXISTS (
    SELECT FROM access_tokens t JOIN connections c ON c.client_id = t.client_id AND c.account_id = t.account_id
    WHERE t.id = ${Number(id)} AND t.expires_at > ${at}::timestamptz)`,
}

/**
 * The session's token out of a cookie `token.signature` (HMAC-SHA256, base64), as better-auth signs it. Because of the
 * signature, reading the database is not enough to log in, and forged cookies cost no query.
 */
function unsign(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf('.')
  if (dot < 1) return null
  const token = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}
