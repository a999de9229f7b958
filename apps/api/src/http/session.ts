import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { Role, Scope } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { RefusalError } from '../refusal.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before validation; null: nobody is logged in. */
    caller: Caller | null
    /** A token was sent and is not valid, expired or revoked: refused once the request is seen to be well-formed. */
    tokenRefused: boolean
  }
}

/** What every personal token begins with. */
export const TOKEN_PREFIX = 'tz_'
/** What every access token of an app begins with. */
export const ACCESS_TOKEN_PREFIX = 'tzo_'
/** Held by every app's token besides its scopes: the accounts library renews no others. */
export const OFFLINE_ACCESS = 'offline_access'

/** A session ends so long after it was last used. */
export const SESSION_MS = 30 * 86_400_000
/** Its end is put off, and its cookie sent anew, once a day at most. */
const PUT_OFF_MS = 86_400_000

/** Behind TLS the browser itself sees that the cookie is ours alone: `__Host-` is Secure, of this host, for `/`. */
export const sessionCookie = (publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-tegenzet.session' : 'tegenzet.session'
  return { name, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

/** Finds out who sends each request. A token goes before a cookie; a stale cookie is nobody, a bad token is refused. */
export async function registerSession(app: FastifyInstance, deps: Deps): Promise<void> {
  const { name, ...attributes } = sessionCookie(deps.config.publicUrl)
  await app.register(cookie)
  app.decorateRequest('caller', null)
  app.decorateRequest('tokenRefused', false)
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerToken(request.headers.authorization)
    if (token !== undefined) {
      request.caller = await callerByToken(deps, token)
      request.tokenRefused = request.caller === null
      return
    }
    const value = request.cookies[name]
    const session = value ? await callerByCookie(deps, value) : null
    if (!value || !session) return
    request.caller = session.caller
    if (session.putOff) reply.setCookie(name, value, { ...attributes, maxAge: SESSION_MS / 1000 })
  })
  app.addHook('preHandler', async (request) => {
    if (request.tokenRefused)
      throw new RefusalError('unauthenticated', 'The token is not valid, has expired or was revoked.')
  })
}

/** @returns undefined where the header speaks of something other than a token, such as a proxy's own password */
const bearerToken = (authorization = ''): string | undefined => /^Bearer\b *(.*)$/i.exec(authorization)?.[1]

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Every request waits for this: past Prisma, as prepared statements, the look-ups cost a fraction. */
interface Found {
  id: string
  accountId: number
  playerId: number
  username: string
  bot: boolean
  role: Role
}

// The last use is kept to the minute, so that not every request writes.
const BY_TOKEN = `
  WITH found AS (
    SELECT t.id, t.scopes, a.id AS account_id, a.role, p.id AS player_id, p.username, p.kind = 'bot' AS bot
    FROM tokens t JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.hash = $1 AND (t.expires_at IS NULL OR t.expires_at > $2)
  ), used AS (
    UPDATE tokens SET last_used_at = date_trunc('minute', $2::timestamptz) FROM found
    WHERE tokens.id = found.id
      AND (tokens.last_used_at IS NULL OR tokens.last_used_at < date_trunc('minute', $2::timestamptz))
  )
  SELECT id::text, scopes, account_id AS "accountId", role::text, player_id AS "playerId", username, bot FROM found`

const BY_ACCESS_TOKEN = `
  WITH found AS (
    SELECT t.id, array_remove(t.scopes, '${OFFLINE_ACCESS}') AS scopes, c.id AS connection_id,
      a.id AS account_id, a.role, p.id AS player_id, p.username, p.kind = 'bot' AS bot
    FROM access_tokens t JOIN connections c ON c.client_id = t.client_id AND c.account_id = t.account_id
    JOIN accounts a ON a.id = t.account_id JOIN players p ON p.id = a.player_id
    WHERE t.token = $1 AND t.expires_at > $2
  ), used AS (
    UPDATE connections SET last_used_at = date_trunc('minute', $2::timestamptz) FROM found
    WHERE connections.id = found.connection_id
      AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', $2::timestamptz))
  )
  SELECT id::text, scopes, connection_id AS "connectionId", account_id AS "accountId", role::text,
    player_id AS "playerId", username, bot FROM found`

/** A personal token or an app's. @returns null where it is unknown, revoked or expired */
export async function callerByToken(deps: Deps, token: string): Promise<Caller | null> {
  const { database, now } = deps
  if (token.startsWith(ACCESS_TOKEN_PREFIX)) return callerByAccessToken(deps, token)
  if (!token.startsWith(TOKEN_PREFIX)) return null
  const values = [hashToken(token), now()]
  const { rows } = await database.pool.query<Found & { scopes: Scope[] }>({
    name: 'token',
    text: BY_TOKEN,
    values,
  })
  return rows[0] ? { ...callerOf('token', rows[0]), scopes: rows[0].scopes } : null
}

async function callerByAccessToken({ database, now }: Deps, token: string): Promise<Caller | null> {
  // as the accounts library keeps it
  const hash = hashToken(token.slice(ACCESS_TOKEN_PREFIX.length)).toString('base64url')
  const { rows } = await database.pool.query<Found & { scopes: Scope[]; connectionId: number }>({
    name: 'access token',
    text: BY_ACCESS_TOKEN,
    values: [hash, now()],
  })
  const [row] = rows
  return row ? { ...callerOf('app', row), scopes: row.scopes, connectionId: row.connectionId } : null
}

const BY_SESSION = `
  WITH found AS (
    SELECT s.id, a.id AS account_id, a.role, p.id AS player_id, p.username, p.kind = 'bot' AS bot
    FROM sessions s JOIN accounts a ON a.id = s.account_id JOIN players p ON p.id = a.player_id
    WHERE s.token = $1 AND s.expires_at > $2
  ), put_off AS (
    UPDATE sessions SET expires_at = $3, updated_at = $2 FROM found
    WHERE sessions.id = found.id AND sessions.expires_at < $4
    RETURNING 1
  )
  SELECT id::text, account_id AS "accountId", role::text, player_id AS "playerId", username, bot,
    EXISTS (SELECT FROM put_off) AS "putOff"
  FROM found`

/**
 * @returns null where the cookie was not signed here, or its session has ended or expired; `putOff` where the session's
 * end was put off, and the cookie's should be
 */
export async function callerByCookie(
  { config, database, now }: Deps,
  value: string,
): Promise<{ caller: Caller; putOff: boolean } | null> {
  const token = unsign(value, config.secret)
  if (token === null) return null
  const at = now()
  const end = new Date(at.getTime() + SESSION_MS)
  const values = [token, at, end, new Date(end.getTime() - PUT_OFF_MS)]
  const { rows } = await database.pool.query<Found & { putOff: boolean }>({
    name: 'session',
    text: BY_SESSION,
    values,
  })
  return rows[0]
    ? { caller: { ...callerOf('session', rows[0]), scopes: 'all' }, putOff: rows[0].putOff }
    : null
}

const callerOf = (kind: Caller['kind'], row: Found): Omit<Caller, 'scopes'> => ({
  credential: `${kind}:${row.id}`,
  kind,
  accountId: row.accountId,
  playerId: row.playerId,
  username: row.username,
  bot: row.bot,
  role: row.role,
})

/**
 * The session's token out of a cookie `token.signature` (HMAC-SHA256, base64), as the accounts library signs it.
 * With the signature, whoever reads the database alone can log in as nobody, and made-up cookies cost no query.
 */
function unsign(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
