import { type Api, expectSuccess } from './api.ts'

/** Creates an account and a token, as the API guide describes it. @returns the API with this token */
export async function registerAccount(
  anonymous: Api,
  username: string,
  scopes: string[],
  kind?: 'bot',
): Promise<Api> {
  return createToken(anonymous, await registerSession(anonymous, username, kind), scopes)
}

/** @returns the API with the token of the account of a session */
export async function createToken(anonymous: Api, session: Api, scopes: string[]): Promise<Api> {
  const { token } = await expectSuccess(
    session.call('createToken', { body: { name: 'third-party', scopes } }),
  )
  return anonymous.as({ token })
}

/** Creates an account. @returns the API with its session */
export async function registerSession(anonymous: Api, username: string, kind?: 'bot'): Promise<Api> {
  const body = {
    username,
    email: `${username}@example.org`,
    password: 'a long password',
    ...(kind && { kind }),
  }
  const registered = await anonymous.call('register', { body })
  await expectSuccess(Promise.resolve(registered))
  const cookie = registered.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  return anonymous.as({ cookie })
}
