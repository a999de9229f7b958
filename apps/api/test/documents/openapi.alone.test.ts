import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { ENDPOINTS, type Endpoint, ERROR_CODES, ERRORS, endpointErrors, isOpen } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../src/http/openapi/openapi.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { checkMedia, createSchemaCheck, resolveRef, type SchemaCheck } from '../server/openapi-checks.ts'
import { compareDocuments } from './compare-documents.ts'
import { readRecordedDocument, withNeutralUrl } from './recorded-document.ts'

let server: TestServer
let document: any
let check: SchemaCheck
beforeAll(async () => {
  server = await startServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
  check = createSchemaCheck(document)
})
afterAll(() => server.close())

const operationOf = (endpoint: Endpoint) =>
  document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function* everyOperation(): Generator<{ where: string; operation: any }> {
  for (const part of ['paths', 'webhooks'])
    for (const [path, operations] of Object.entries<any>(document[part]))
      for (const [method, operation] of Object.entries<any>(operations))
        yield { where: pointer(part, path, method), operation }
}

function* everyMedia(): Generator<{ where: string; media: any }> {
  for (const { where, operation } of everyOperation()) {
    const parts: [string, any][] = [[where + pointer('requestBody'), operation.requestBody]]
    for (const [status, response] of Object.entries(operation.responses))
      parts.push([where + pointer('responses', status), resolveRef(document, response)])
    for (const [place, part] of parts)
      for (const [type, media] of Object.entries(part?.content ?? {}))
        yield { where: place + pointer('content', type), media }
  }
}

function examplesOf({ example, examples = {}, schema }: any): unknown[] {
  const named = Object.values(examples).map((each) => resolveRef(document, each).value)
  return [...(example === undefined ? [] : [example]), ...named, ...(schema.examples ?? [])]
}

test('the document is valid OpenAPI 3.1 without dangling references', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([\w./-]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, path] of references) expect(document.components).toHaveProperty(path!.split('/'))
})

describe.each(
  Object.values<Endpoint>(ENDPOINTS).map((endpoint) => [endpoint.operationId, endpoint] as const),
)('%s', (operationId, endpoint) => {
  test('is described completely', () => {
    const operation = operationOf(endpoint)
    expect(operation).toMatchObject({
      operationId,
      summary: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      tags: [endpoint.tag],
    })
    const optional = endpoint.body?.safeParse(undefined).success
    if (endpoint.body) expect(operation.requestBody.required).toBe(!optional)
    const named = (operation.parameters ?? []).map(({ name }: { name: string }) => name)
    expect(named.includes('Idempotency-Key')).toBe(Boolean(endpoint.idempotent))
    const ways = operation.security as Record<string, string[]>[]
    expect(ways.some((way) => 'session' in way)).toBe(endpoint.access !== 'anyone')
    expect(ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)).toBe(
      isOpen(endpoint.access),
    )
    for (const status of Object.keys(endpoint.responses)) expect(operation.responses).toHaveProperty(status)
    for (const code of endpointErrors(endpoint)) {
      const response = resolveRef(document, operation.responses[ERRORS[code].status])
      expect(response.description).toContain(`\`${code}\``)
      expect(response.content).toHaveProperty(['application/problem+json', 'schema'])
    }
  })
})

test('the document has no errors by Redocly’s rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
})

test('no schema is a tuple, which common generators of clients cannot read', () => {
  const text = JSON.stringify(document)
  for (const keyword of ['"prefixItems"', '"items":false']) expect(text).not.toContain(keyword)
  const [mill] = document.components.schemas.RuleSet.properties.board.oneOf
  expect(mill.properties.lines.items).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 })
  expect(mill.properties.mills.items).toMatchObject({ type: 'array', minItems: 3, maxItems: 3 })
})

test('patterns need neither classes of Unicode nor a look around, which tools of other languages lack', () => {
  const patterns = new Set<string>()
  JSON.stringify(document, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    return value
  })
  expect(patterns.size).toBeGreaterThan(10)
  expect([...patterns].filter((pattern) => /\\[pP]\{|\(\?[=!<]/.test(pattern))).toEqual([])
})

test('lists that may grow accept any string', () => {
  const { code } = document.components.schemas.Problem.properties
  expect(code).toMatchObject({ 'x-open': true, anyOf: [{ enum: ERROR_CODES }, { type: 'string' }] })
  expect(JSON.stringify(document)).not.toMatch(/"type":"string","enum":\[[^\]]*\],"x-open"/)
})

test('every path under /api/v1 is an endpoint of the contract or the live channel', () => {
  const known = new Set(Object.values(ENDPOINTS).map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
  const others = Object.keys(document.paths).filter(
    (path) => path.startsWith('/api/v1/') && !known.has(path as never),
  )
  expect(others).toEqual(['/api/v1/live'])
})

test('every example matches its schema', () => {
  const errors: string[] = []
  const checkExample = (where: string, media: object, example: unknown) => {
    const error = checkMedia(check, media, example)
    if (error) errors.push(`${where}: ${error} in ${JSON.stringify(example)}`)
  }
  for (const { where, media } of everyMedia())
    for (const example of examplesOf(media)) checkExample(where, media, example)
  for (const [name, schema] of Object.entries<any>(document.components.schemas))
    for (const example of schema.examples ?? []) checkExample(name, { schema }, example)
  expect(errors).toEqual([])
})

test('games and tournaments in examples have an end exactly if they are over', () => {
  const wrong: string[] = []
  function find(where: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { status, state, endedAt } = value as Record<string, unknown>
    const isOver = [status, state].some((each) =>
      ['finished', 'cancelled', 'declined'].includes(each as string),
    )
    if ((status ?? state) && endedAt !== undefined && isOver === (endedAt === null)) wrong.push(where)
    for (const part of Object.values(value)) find(where, part)
  }
  for (const { where, media } of everyMedia()) for (const example of examplesOf(media)) find(where, example)
  expect(wrong).toEqual([])
})

test('every operation has a summary, a description, examples and response headers', () => {
  const missing: string[] = []
  for (const { where, operation } of everyOperation()) {
    const miss = (what: string) => missing.push(`${where}: ${what}`)
    for (const part of ['operationId', 'summary', 'description'])
      if (!/\S/.test(operation[part] ?? '')) miss(part)
    if (!document.tags?.some(({ name }: { name: string }) => name === operation.tags?.[0]))
      miss('a known tag')
    for (const parameter of operation.parameters ?? [])
      if (!parameter.description) miss(`a description of the parameter ${parameter.name}`)
    for (const [status, its] of Object.entries<any>(operation.responses)) {
      const response = resolveRef(document, its)
      if (response.description === 'Default Response') miss(`a description of the response ${status}`)
      const headers = Object.keys(response.headers ?? {})
      const needed = [
        ...(where.startsWith('/paths/~1api~1v1') && status !== '101' ? ['RateLimit-Remaining'] : []),
        ...(status === '429' ? ['Retry-After'] : []),
        ...(status === '304' ? ['ETag'] : []),
      ]
      for (const header of needed) if (!headers.includes(header)) miss(`${header} in the response ${status}`)
    }
  }
  for (const { where, media } of everyMedia())
    if (examplesOf(media).length === 0) missing.push(`${where}: an example`)
  expect(missing).toEqual([])
})

test('the content security policy of the reference allows its own scripts only', async () => {
  const response = await fetch(`${server.url}/api/docs`)
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('the scripts of the reference are compressed once, and not sent again to a reader who has them', async () => {
  for (const path of ['static/swagger-ui-bundle.js', 'static/swagger-ui.css', 'json', 'yaml']) {
    const get = (headers: Record<string, string> = {}) =>
      fetch(`${server.url}/api/docs/${path}`, { headers: { 'accept-encoding': 'br', ...headers } })
    const plain = await get({ 'accept-encoding': 'identity' })
    const text = await plain.text()
    const compressed = await get()
    expect(await compressed.text()).toBe(text)
    // its length is only known beforehand if it is kept
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length)
    expect(compressed.headers.get('content-type')).toBe(plain.headers.get('content-type'))
    expect(compressed.headers.get('content-security-policy')).toMatch(/^default-src 'self'/)
    const known = await get({ 'if-none-match': compressed.headers.get('etag')! })
    expect([path, known.status]).toEqual([path, 304])
  }
})

test('the reference links to documents with the URL of this server, which link to each other', async () => {
  const linked = [...document.info.description.matchAll(/\((\/(?:api|guides)[^)]*)\)/g)].map(
    ([, path]) => path,
  )
  expect(linked).toEqual(expect.arrayContaining(PAGES.map((name) => `/guides/${name.replace('.md', '')}`)))
  for (const path of linked) expect((await fetch(server.url + path)).status, path).toBe(200)
  for (const name of PAGES) {
    const page = await fetch(`${server.url}/api/docs/${name}`)
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const [, link] of (await page.text()).matchAll(/\]\(([\w.-]+)\)/g)) expect(PAGES).toContain(link)
  }
})

test('the type of every error leads to its explanation', async () => {
  const script = await fetch(`${server.url}/api/docs/static/theme/tegenzet.js`)
  expect(await script.text()).toContain("'/api/docs/errors#'")
  const page = await fetch(`${server.url}/api/docs/errors`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = await page.text()
  for (const code of ERROR_CODES) expect(text).toContain(`<section id="${code}">`)
  expect(text.match(/<section id="bots-not-welcome">[\s\S]*?<\/section>/)?.[0]).toContain('acceptChallenge')
})

test('the document does not break clients of the recorded one and is recorded', () => {
  const { breaking, additive } = compareDocuments(readRecordedDocument(), withNeutralUrl(document))
  expect(breaking, 'This would break clients. v1 does not allow that: see docs/api-policy.md.').toEqual([])
  const run = 'Run `pnpm openapi` and commit docs/openapi.json.'
  expect(additive, run).toEqual([])
  expect(withNeutralUrl(document), `Only texts or examples differ. ${run}`).toEqual(readRecordedDocument())
})
