import type { CallOperation } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'
import { type Person, registerPerson, sessionOf } from './registered-person.ts'

type Caller = { call: CallOperation }

/** Somebody without an e-mail address, logged in with the code of a manager. */
export interface MadeMember extends Pick<Person, 'call' | 'sessionId'> {
  username: string
}

export const setRoles = (by: Caller, username: string, roles: string[], managerOf?: string[]) =>
  by.call('setRoles', { params: { username }, body: { roles, ...(managerOf && { managerOf }) } })

/** Registers a manager. @param managerOf clubs; without them of all */
export async function registerManager(
  server: TestServer,
  admin: Caller,
  managerOf?: string[],
): Promise<Person> {
  const manager = await registerPerson(server)
  const { status, body } = await setRoles(admin, manager.username, ['manager'], managerOf)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return manager
}

export const createMembers = (by: Caller, usernames: string[], club?: string) =>
  by.call('createMembers', {
    body: { members: usernames.map((username) => ({ username, language: 'nl' })), ...(club && { club }) },
  })

export const logInWithCode = (server: TestServer, code: string, more: object = {}, address?: string) =>
  server.call('logInWithCode', {
    body: { code, ...more },
    ...(address && { headers: { 'x-forwarded-for': address } }),
  })

/** Makes members who have logged in with their code. */
export async function enterMembers(
  server: TestServer,
  by: Caller,
  usernames: string[],
  club?: string,
): Promise<MadeMember[]> {
  const { status, body } = await createMembers(by, usernames, club)
  if (status !== 201) throw new Error(JSON.stringify(body))
  const members: MadeMember[] = []
  for (const { username, code } of body.members)
    members.push({ username, ...(await sessionOf(server, await logInWithCode(server, code))) })
  return members
}
