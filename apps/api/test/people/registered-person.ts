import { type Answer, type CallOperation, createCaller } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'

export const PASSWORD = 'correct horse battery'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Somebody who has registered by the API. */
export interface Person {
  username: string
  email: string
  sessionId: number
  /** Calls in this session. */
  call: CallOperation
}

let serial = 0

/** Registers a person, under a new name by default, whose e-mail address is confirmed. */
export async function registerPerson(server: TestServer, username?: string): Promise<Person> {
  const person = await registerUnconfirmed(server, username)
  await server.database.prisma.account.update({
    where: { email: person.email.toLowerCase() },
    data: { emailVerified: true },
  })
  return person
}

export async function registerUnconfirmed(
  server: TestServer,
  username = `person${++serial}`,
): Promise<Person> {
  const email = `${username}@example.org`
  const answer = await server.call('register', {
    body: { username, email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  })
  return { username, email, ...(await sessionOf(server, answer)) }
}

/** The session that an answer has started. */
export async function sessionOf(
  server: TestServer,
  { status, headers, body }: Answer,
): Promise<Pick<Person, 'call' | 'sessionId'>> {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!
  const call = createCaller(server.url, { cookie, origin: server.deps.config.publicUrl })
  const sessions = await call('listSessions')
  return { call, sessionId: sessions.body.items.find(({ current }: { current: boolean }) => current).id }
}

/** Whether calls with these credentials are accepted. */
export const isAccepted = async ({ call }: Pick<Person, 'call'>): Promise<boolean> =>
  (await call('getAccount')).status === 200

/** The error code of an answer, otherwise its status. */
export const codeOf = ({ status, body }: Answer): string | number => body?.code ?? status
