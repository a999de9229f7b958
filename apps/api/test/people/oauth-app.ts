import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { App, Scope } from '@tegenzet/contract'
import { type Answer, type CallOperation, createCaller } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'
import type { TestPlayer } from './test-player.ts'

/** A browser in which a player is logged in. */
export interface Browser {
  call: CallOperation
  cookie: string
  /** Opens a path of the server. @returns the redirect's target */
  follow(path: string): Promise<URL>
}

export async function openBrowser(server: TestServer, { accountId }: TestPlayer): Promise<Browser> {
  const token = randomBytes(16).toString('hex')
  const createdAt = server.clock.now()
  // the OAuth library goes by the real time
  const expiresAt = new Date(Math.max(createdAt.getTime(), Date.now()) + 30 * 86_400_000)
  await server.database.prisma.session.create({ data: { token, accountId, createdAt, expiresAt } })
  const signature = createHmac('sha256', server.deps.config.secret).update(token).digest('base64')
  const cookie = `tegenzet.session=${encodeURIComponent(`${token}.${signature}`)}`
  return {
    call: createCaller(server.url, { cookie }),
    cookie,
    follow: (path) => follow(server, path, { cookie }),
  }
}

/** Opens a path without following the redirect. @returns the redirect's target */
export async function follow(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<URL> {
  const response = await fetch(`${server.url}${path}`, { redirect: 'manual', headers })
  if (response.status !== 302)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return new URL(response.headers.get('location')!, server.deps.config.publicUrl)
}

export const REDIRECT_URI = 'https://app.example.org/callback'

export const registerApp = async (
  owner: Pick<Browser, 'call'>,
  body: Record<string, unknown> = {},
): Promise<App & { secret: string | null }> =>
  (await owner.call('createApp', { body: { name: 'Molenaar', redirectUris: [REDIRECT_URI], ...body } })).body

const VERIFIER = randomBytes(32).toString('base64url')

/** Parameters of an authorization request; undefined omits one. */
export function authorizationRequest(
  clientId: string,
  other: Record<string, string | undefined> = {},
): Record<string, string> {
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'game:read game:play',
    state: 'where I was',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...other,
  }
  return Object.fromEntries(
    Object.entries(parameters).filter((each): each is [string, string] => each[1] !== undefined),
  )
}

export const authorizePath = (parameters: Record<string, string>): string =>
  `/api/v1/oauth/authorize?${new URLSearchParams(parameters)}`

/** Consents to an authorization request. @returns the code */
export async function authorize(
  player: Pick<Browser, 'call'>,
  parameters: Record<string, string>,
): Promise<string> {
  const { status, body } = await player.call('consent', {
    body: { request: `${new URLSearchParams(parameters)}`, accept: true },
  })
  if (status !== 200) throw new Error(`consent was answered ${status}: ${JSON.stringify(body)}`)
  return new URL(body.redirectTo).searchParams.get('code')!
}

/** Posts a form to an OAuth endpoint. */
export async function postForm(
  server: TestServer,
  operation: 'token' | 'revoke',
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1/oauth/${operation}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

/** Parameters of a token request with a code. */
export const tokenRequest = (clientId: string, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  redirect_uri: REDIRECT_URI,
  code,
  code_verifier: VERIFIER,
})

/** Connects an app to a player's account. @returns its tokens */
export async function connectApp(
  server: TestServer,
  app: App,
  player: Pick<Browser, 'call'>,
  scopes: readonly Scope[] = ['game:read', 'game:play'],
) {
  const code = await authorize(player, authorizationRequest(app.id, { scope: scopes.join(' ') }))
  const { body } = await postForm(server, 'token', tokenRequest(app.id, code))
  return {
    code,
    accessToken: body.access_token as string,
    refreshToken: body.refresh_token as string,
    call: createCaller(server.url, { authorization: `Bearer ${body.access_token}` }),
  }
}
