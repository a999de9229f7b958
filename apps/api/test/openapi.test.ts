import { ENDPOINTS, type Endpoint, ERRORS, endpointErrors } from '@tegenzet/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
let document: any
beforeAll(async () => {
  server = await startServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
})
afterAll(() => server.close())

const operationOf = (endpoint: Endpoint) =>
  document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]

test('the document is OpenAPI 3.1 and every reference in it leads somewhere', () => {
  expect(document.openapi).toBe('3.1.0')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name!)
})

describe.each(
  Object.values<Endpoint>(ENDPOINTS).map((endpoint) => [endpoint.operationId, endpoint] as const),
)('%s', (operationId, endpoint) => {
  test('is described whole', () => {
    const operation = operationOf(endpoint)
    expect(operation).toMatchObject({
      operationId,
      summary: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      tags: [endpoint.tag],
    })
    const leftOut = endpoint.body?.safeParse(undefined).success
    if (endpoint.body) expect(operation.requestBody.required).toBe(!leftOut)
    const scopes = endpoint.access === 'anyone' ? [] : (operation.security as Record<string, string[]>[])
    expect(scopes.some((way) => 'session' in way)).toBe(endpoint.access !== 'anyone')
    for (const status of Object.keys(endpoint.answers)) expect(operation.responses).toHaveProperty(status)
    for (const code of endpointErrors(endpoint)) {
      const answer = operation.responses[ERRORS[code].status]
      expect(answer.description).toContain(`\`${code}\``)
      expect(answer.content).toHaveProperty(['application/problem+json', 'schema'])
    }
  })
})

test('every path under /api/v1 is an endpoint of the contract, the socket, or this document', () => {
  const known = new Set(Object.values(ENDPOINTS).map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
  const others = Object.keys(document.paths).filter(
    (path) => path.startsWith('/api/v1/') && !known.has(path as never),
  )
  expect(others).toEqual(['/api/v1/live'])
})

test('a real answer fits the document by a validator that knows nothing of us', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const { body } = await server.call('getRules', { params: { id: 'halma' } })
  const schema = '#/paths/~1api~1v1~1rules~1{id}/get/responses/200/content/application~1json/schema'
  const fits = ajv.compile({ $ref: `document${schema}` })
  expect(fits(body), JSON.stringify(fits.errors)).toBe(true)
  expect(fits({ ...body, stones: 'many' })).toBe(false)
})

test('the reference is a page that its own content security policy lets run', async () => {
  const response = await fetch(`${server.url}/api/docs`)
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
