import { ROLES, type Role, SCOPES } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import type { Config } from '../../config/config.ts'
import type { Caller } from '../../http/caller.ts'
import { type CallerFinder, GUEST_SESSION_MS, MAX_SESSION_MS, SESSION_MS } from '../../http/session.ts'
import { batched } from '../../store/batched.ts'
import { asBoolean, asInt, asText, asTexts, oneOf } from '../../store/decode.ts'
import { staffRoles } from '../players/staff-roles.ts'
import { factorMissing } from './factor-missing.ts'
import { tokenOfCookie } from './session-token.ts'
import { ACCESS_TOKEN_PREFIX, hashToken, TOKEN_PREFIX } from './token-secret.ts'

/** A session's end and its cookie are renewed at most once a day. */
const RENEW_MS = 86_400_000

/**
 * Finds out who sends a request. Every request waits for this, so the queries bypass Prisma: as prepared statements on
 * the pool they cost a fraction, and requests that come in together share one.
 */
export const callerFinder = (
  pool: Database['pool'],
  { secret, adminFactor }: Pick<Config, 'secret' | 'adminFactor'>,
  now: () => Date,
): CallerFinder => {
  /** @param text a query for the callers with the credentials $1 at the time $2. Its column `found_by` is the credential */
  const finder = (name: string, text: string, moreValues: (at: Date) => Date[] = () => []) =>
    batched(async (credentials: string[]) => {
      const at = now()
      const values = [[...new Set(credentials)], at, ...moreValues(at)]
      const { rows } = await pool.query<Row>({ name, text, values })
      const byCredential = new Map(
        rows.map((row) => [
          row.found_by,
          { ...row, factorMissing: adminFactor && asBoolean(row.factorMissing) },
        ]),
      )
      return credentials.map((credential): Row | undefined => byCredential.get(credential))
    })
  const findToken = finder('token', BY_TOKEN)
  const findAccessToken = finder('access token', BY_ACCESS_TOKEN)
  const findSession = finder('session', BY_SESSION, (at) => {
    const end = new Date(at.getTime() + SESSION_MS)
    return [
      end,
      new Date(end.getTime() - RENEW_MS),
      new Date(end.getTime() - MAX_SESSION_MS),
      new Date(at.getTime() + GUEST_SESSION_MS),
    ]
  })

  return {
    async byToken(token) {
      if (token.startsWith(ACCESS_TOKEN_PREFIX)) {
        // hashed the way better-auth does
        const hash = hashToken(token.slice(ACCESS_TOKEN_PREFIX.length)).toString('base64url')
        const row = await findAccessToken(hash)
        return row
          ? {
              ...callerOf('app', row),
              ...scopesOf(asTexts(row.scopes)),
              connectionId: asInt(row.connectionId),
            }
          : null
      }
      if (!token.startsWith(TOKEN_PREFIX)) return null
      const row = await findToken(hashToken(token).toString('hex'))
      return row ? { ...callerOf('token', row), ...scopesOf(asTexts(row.scopes)) } : null
    },

    async byCookie(cookie) {
      const token = tokenOfCookie(cookie, secret)
      const row = token === null ? undefined : await findSession(token)
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
    ${factorMissing('found', 'account_id')} AS "factorMissing"`

/** $2 is the time of the request. */
const NOT_CLOSED = `NOT EXISTS (
      SELECT FROM sanctions c WHERE c.player_id = p.id AND c.kind = 'close' AND c.lifted_at IS NULL
        AND (c.until IS NULL OR c.until > $2))`

// Postgres keeps the plans of these statements, because planning takes several times as long as running them. The sub-select hides
// the number of credentials, for which it would plan again. LATERAL looks up each by its index, however small the table is.

/** @param hash an SQL expression of a credential in $1, named `wanted` */
const eachOf = (table: string, column: string, hash = 'wanted'): string => `
    unnest((SELECT $1::text[])) AS wanted CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${column} = ${hash} LIMIT 1) t`

const BY_TOKEN = `
  WITH found AS (
    SELECT wanted AS found_by, t.id, t.scopes, a.id AS account_id, a.role, a.roles, p.id AS player_id, p.username,
      p.kind::text
    FROM ${eachOf('tokens', 'hash', "decode(wanted, 'hex')")}
    JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE (t.expires_at IS NULL OR t.expires_at > $2) AND ${NOT_CLOSED}
  )
  SELECT found_by, id::text, scopes, ${CALLER_COLUMNS} FROM found`

const BY_ACCESS_TOKEN = `
  WITH found AS (
    SELECT wanted AS found_by, t.id, t.scopes, c.id AS connection_id, a.id AS account_id, a.role, a.roles,
      p.id AS player_id, p.username, p.kind::text
    FROM ${eachOf('access_tokens', 'token')}
    JOIN connections c ON c.client_id = t.client_id AND c.account_id = t.account_id
    JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.expires_at > $2 AND ${NOT_CLOSED}
  )
  SELECT found_by, id::text, scopes, connection_id AS "connectionId", ${CALLER_COLUMNS} FROM found`

const BY_SESSION = `
  WITH found AS (
    SELECT wanted AS found_by, t.id, a.id AS account_id, a.role, a.roles, p.id AS player_id, p.username, p.kind::text,
      CASE WHEN p.kind = 'guest' THEN t.expires_at < $6::timestamptz - interval '1 day'
        ELSE t.expires_at < $4 AND t.created_at >= $5 END AS is_due
    FROM ${eachOf('sessions', 'token')}
    JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.expires_at > $2 AND ${NOT_CLOSED}
  ), renewed AS (
    UPDATE sessions SET updated_at = $2,
      expires_at = CASE WHEN found.kind = 'guest' THEN $6::timestamptz ELSE $3::timestamptz END
    FROM found
    -- skips the update if no session is due
    WHERE (SELECT bool_or(is_due) FROM found) AND sessions.id = found.id AND found.is_due
    RETURNING sessions.id
  )
  SELECT found_by, id::text, ${CALLER_COLUMNS}, id IN (SELECT id FROM renewed) AS renewed FROM found`

/** Whether a caller found earlier may still act at a moment. All are SQL expressions. */
export const credentialHolds = ({
  credential,
  playerId,
  at,
}: Record<'credential' | 'playerId' | 'at', Prisma.Sql>) =>
  Prisma.sql`
  CASE split_part(${credential}, ':', 1)
    WHEN 'token' THEN (
      SELECT true FROM tokens t WHERE t.id = split_part(${credential}, ':', 2)::uuid
        AND (t.expires_at IS NULL OR t.expires_at > ${at}))
    WHEN 'session' THEN (
      SELECT true FROM sessions s WHERE s.id = split_part(${credential}, ':', 2)::int AND s.expires_at > ${at})
    WHEN 'app' THEN (
      SELECT true FROM access_tokens t JOIN connections c ON c.client_id = t.client_id AND c.account_id = t.account_id
      WHERE t.id = split_part(${credential}, ':', 2)::int AND t.expires_at > ${at})
  END AND (
    SELECT count(*) FROM sanctions c WHERE c.player_id = ${playerId} AND c.kind = 'close' AND c.lifted_at IS NULL
      AND (c.until IS NULL OR c.until > ${at})) = 0`
