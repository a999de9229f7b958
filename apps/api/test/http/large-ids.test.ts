import { ENDPOINTS, type Endpoint, EXAMPLES } from '@tegenzet/contract'
import { beforeAll, expect, test } from 'vitest'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import { startServer } from '../server/harness.ts'

/** The database's ids are 32-bit integers. */
const TOO_LARGE = [2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]

const paramsOf = ({ path }: Endpoint, id: number): Record<string, number> =>
  Object.fromEntries(Array.from(path.matchAll(/:(\w+)/g), ([, name]) => [name, name === 'id' ? id : 1]))

const withNumber = Object.values<Endpoint>(ENDPOINTS).filter((endpoint) => {
  const params = Object.entries(paramsOf(endpoint, TOO_LARGE[0]!))
  const texts = Object.fromEntries(params.map(([name, value]) => [name, `${value}`]))
  return endpoint.path.includes('/:id') && endpoint.params?.safeParse(texts).success
})

/** What a call must ask for. */
const QUERIES: Record<string, Record<string, string>> = { listMissingFromMatch: { club: 'mill-town' } }

let call: CallOperation
beforeAll(async () => {
  const server = await startServer()
  const registered = await server.call('register', {
    body: { username: 'arbiter', email: 'arbiter@example.org', password: 'correct horse battery' },
  })
  await server.database.prisma.account.updateMany({ data: { role: 'admin', adminGranted: true } })
  const cookie = registered.headers.getSetCookie()[0]!.split(';')[0]!
  call = createCaller(server.url, { cookie })
  return () => server.close()
})

test('includes disconnecting an app', () => {
  expect(withNumber.map(({ operationId }) => operationId)).toContain('disconnectApp')
})

test.each(withNumber.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s answers 404 for an id that the database cannot hold',
  async (operationId, endpoint) => {
    const { body } = (EXAMPLES as Record<string, { body?: unknown }>)[operationId] ?? {}
    const query = QUERIES[operationId] ?? {}
    for (const id of TOO_LARGE) {
      const headers: Record<string, string> =
        endpoint.idempotent === 'required' ? { 'idempotency-key': `${id}` } : {}
      const answer = await call(operationId, { params: paramsOf(endpoint, id), query, headers, body })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
  },
)
