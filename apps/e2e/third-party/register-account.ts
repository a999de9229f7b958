import { type Api, expectSuccess } from './api.ts'

/** Creates an account and a token, as the API guide describes it. @returns the API with this token */
export async function registerAccount(
  anonymous: Api,
  username: string,
  scopes: string[],
  kind?: 'bot',
): Promise<Api> {
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
  const { token } = await expectSuccess(
    anonymous.as({ cookie }).call('createToken', { body: { name: 'third-party', scopes } }),
  )
  return anonymous.as({ token })
}
