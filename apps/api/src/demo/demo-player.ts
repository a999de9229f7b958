import { ENDPOINTS, type Endpoint, OPERATIONS, type OperationId } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A logged-in player of the demo. */
export interface DemoPlayer {
  username: string
  /** Calls the API, without the fields that the site has switched off. @throws if the call fails */
  call(
    operation: OperationId,
    request: { id?: number | string; rules?: RuleSetId; slug?: string; body?: object },
  ): Promise<any>
}

const UNAUTHENTICATED = 401

export async function registerPlayer(
  app: FastifyInstance,
  { config: { publicUrl: origin, features } }: Deps,
  username: string,
  password: string,
): Promise<DemoPlayer> {
  const openSession = async (operation: 'register' | 'logIn', payload: object): Promise<string> => {
    const response = await app.inject({ ...OPERATIONS[operation], headers: { origin }, payload })
    if (response.statusCode >= 300) throw new Error(`${operation} of ${username}: ${response.body}`)
    return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  let cookie = await openSession('register', { username, email: `${username}@example.org`, password })
  return {
    username,
    async call(operation, { body, ...params }) {
      const { method, path, fieldFeatures = {} }: Endpoint = ENDPOINTS[operation]
      const isOn = ([field]: [string, unknown]) => !fieldFeatures[field] || features.has(fieldFeatures[field])
      const payload = body && Object.fromEntries(Object.entries(body).filter(isOn))
      const url = path.replace(/:(id|rules|slug)/, (_, name: keyof typeof params) => String(params[name]))
      const send = () => app.inject({ method, url, headers: { origin, cookie }, ...(payload && { payload }) })
      let answer = await send()
      // sessions expire in the demo's months
      if (answer.statusCode === UNAUTHENTICATED) {
        cookie = await openSession('logIn', { username, password })
        answer = await send()
      }
      if (answer.statusCode >= 300) throw new Error(`${operation} by ${username}: ${answer.body}`)
      return answer.json()
    },
  }
}
