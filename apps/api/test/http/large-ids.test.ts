import { ENDPOINTS, type Endpoint, EXAMPLES } from '@tegenzet/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
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

interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}
const exampleOf = (operationId: string): Example => (EXAMPLES as Record<string, Example>)[operationId] ?? {}

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
  call = createCaller(server.app, { cookie })
  return () => server.close()
})

test('includes disconnecting an app', () => {
  expect(withNumber.map(({ operationId }) => operationId)).toContain('disconnectApp')
})

test.each(withNumber.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s answers 404 for an id that the database cannot hold',
  async (operationId, endpoint) => {
    const { body } = exampleOf(operationId)
    const query = QUERIES[operationId] ?? {}
    for (const id of TOO_LARGE) {
      const headers: Record<string, string> =
        endpoint.idempotent === 'required' ? { 'idempotency-key': `${id}` } : {}
      const answer = await call(operationId, { params: paramsOf(endpoint, id), query, headers, body })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
  },
)

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** The places of whole numbers in what a schema accepts, as keys from the outside in. */
const wholeNumbers = ({ type, properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[][] => [
  ...(type === 'integer' ? [[]] : []),
  ...Object.entries(properties).flatMap(([key, inner]) => wholeNumbers(inner).map((keys) => [key, ...keys])),
  ...(items ? wholeNumbers(items).map((keys) => ['0', ...keys]) : []),
  ...[...anyOf, ...oneOf].flatMap(wholeNumbers),
]

/** `value` with `number` at the place of `keys`. */
function withNumberAt(value: unknown, [key, ...keys]: string[], number: number): unknown {
  if (key === undefined) return number
  const inner = (value as Record<string, unknown> | undefined)?.[key]
  if (key === '0') return [withNumberAt(inner, keys, number)]
  return { ...(value as object | undefined), [key]: withNumberAt(inner, keys, number) }
}

const inputOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any', cycles: 'ref' }) as Schema

const numbers = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) =>
  (['body', 'query'] as const).flatMap((part) =>
    (endpoint[part] ? wholeNumbers(inputOf(endpoint[part])) : []).map(
      (keys) =>
        [endpoint.operationId, `${part}.${keys.join('.')}`, endpoint, [part, ...keys] as string[]] as const,
    ),
  ),
)

test('finds the numbers in bodies and queries', () => {
  expect(numbers.map(([operationId, place]) => `${operationId} ${place}`)).toEqual(
    expect.arrayContaining([
      'unlinkIdentity body.id',
      'fileAppeal body.sanction',
      'exportGames body.ids.0',
      'listGames query.tournament',
    ]),
  )
})

test.each(numbers)(
  '%s does not fail at a number in %s that the database cannot hold',
  async (operationId, _, endpoint, keys) => {
    const { params = paramsOf(endpoint, 1), query = QUERIES[operationId], body } = exampleOf(operationId)
    // without the example too, which may say in another way what the number says
    for (const number of TOO_LARGE)
      for (const example of [{ query, body }, {}]) {
        const headers: Record<string, string> =
          endpoint.idempotent === 'required' ? { 'idempotency-key': `${number} ${!example.body}` } : {}
        const request = withNumberAt(example, keys, number) as Example
        expect((await call(operationId, { params, headers, ...request })).status).toBeLessThan(500)
      }
  },
)
