import { OPERATIONS, type OperationId } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A logged-in player of the demo. */
export interface DemoPlayer {
  username: string
  /** Calls the API. @throws if the call fails */
  call(operation: OperationId, request: { id?: number; body?: object }): Promise<any>
}

export async function registerPlayer(
  app: FastifyInstance,
  { config: { publicUrl: origin } }: Deps,
  username: string,
  password: string,
): Promise<DemoPlayer> {
  const response = await app.inject({
    ...OPERATIONS.register,
    headers: { origin },
    payload: { username, email: `${username}@example.org`, password },
  })
  if (response.statusCode !== 201) throw new Error(`registering ${username}: ${response.body}`)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    username,
    async call(operation, { id, body }) {
      const { method, path } = OPERATIONS[operation]
      const answer = await app.inject({
        method,
        url: path.replace(':id', String(id)),
        headers: { origin, cookie },
        ...(body && { payload: body }),
      })
      if (answer.statusCode >= 300) throw new Error(`${operation} by ${username}: ${answer.body}`)
      return answer.json()
    },
  }
}
