import type { Account } from '@tegenzet/contract'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'

export interface Guest extends Account {
  cookie: string
  /** Calls with the guest's session. */
  call: CallOperation
}

/** Somebody who plays without registering. */
export async function createGuest(server: TestServer, body?: object): Promise<Guest> {
  const answer = await server.call('createGuest', { ...(body && { body }) })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
  return { ...answer.body.account, cookie, call: createCaller(server.url, { cookie }) }
}
