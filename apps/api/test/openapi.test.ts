import { Validator } from '@seriousme/openapi-schema-validator'
import { ENDPOINTS, type Endpoint, ERROR_CODES, ERRORS, endpointErrors } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../src/http/openapi/openapi.ts'
import { compareDocuments } from './compare-documents.ts'
import { resolved, type SchemaCheck, schemasOf, unlikeMedia } from './document.ts'
import { startServer, type TestServer } from './harness.ts'
import { neutral, recorded } from './recorded-document.ts'

let server: TestServer
let document: any
let check: SchemaCheck
beforeAll(async () => {
  server = await startServer()
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
  check = schemasOf(document)
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
    for (const [status, answer] of Object.entries(operation.responses))
      parts.push([where + pointer('responses', status), resolved(document, answer)])
    for (const [place, part] of parts)
      for (const [type, media] of Object.entries(part?.content ?? {}))
        yield { where: place + pointer('content', type), media }
  }
}

function examplesOf({ example, examples = {}, schema }: any): unknown[] {
  const named = Object.values(examples).map((each) => resolved(document, each).value)
  return [...(example === undefined ? [] : [example]), ...named, ...(schema.examples ?? [])]
}

test('the document is OpenAPI 3.1 by its own meta-schema, and every reference in it leads somewhere', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([\w./-]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, path] of references) expect(document.components).toHaveProperty(path!.split('/'))
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
    const named = (operation.parameters ?? []).map(({ name }: { name: string }) => name)
    expect(named.includes('Idempotency-Key')).toBe(Boolean(endpoint.idempotent))
    const scopes = endpoint.access === 'anyone' ? [] : (operation.security as Record<string, string[]>[])
    expect(scopes.some((way) => 'session' in way)).toBe(endpoint.access !== 'anyone')
    for (const status of Object.keys(endpoint.responses)) expect(operation.responses).toHaveProperty(status)
    for (const code of endpointErrors(endpoint)) {
      const answer = resolved(document, operation.responses[ERRORS[code].status])
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

test('every example fits its schema', () => {
  const wrong: string[] = []
  const fits = (where: string, media: object, example: unknown) => {
    const why = unlikeMedia(check, media, example)
    if (why) wrong.push(`${where}: ${why} in ${JSON.stringify(example)}`)
  }
  for (const { where, media } of everyMedia())
    for (const example of examplesOf(media)) fits(where, media, example)
  for (const [name, schema] of Object.entries<any>(document.components.schemas))
    for (const example of schema.examples ?? []) fits(name, { schema }, example)
  expect(wrong).toEqual([])
})

test('no operation lacks a summary, a description, examples, or the headers of its answers', () => {
  const lacking: string[] = []
  for (const { where, operation } of everyOperation()) {
    const lacks = (what: string) => lacking.push(`${where} lacks ${what}`)
    for (const part of ['operationId', 'summary', 'description'])
      if (!/\S/.test(operation[part] ?? '')) lacks(part)
    if (!document.tags?.some(({ name }: { name: string }) => name === operation.tags?.[0]))
      lacks('a known tag')
    for (const parameter of operation.parameters ?? [])
      if (!parameter.description) lacks(`a description of the parameter ${parameter.name}`)
    for (const [status, its] of Object.entries<any>(operation.responses)) {
      const answer = resolved(document, its)
      if (answer.description === 'Default Response') lacks(`a description of the answer ${status}`)
      const headers = Object.keys(answer.headers ?? {})
      const needed = [
        ...(where.startsWith('/paths/~1api~1v1') && status !== '101' ? ['RateLimit-Remaining'] : []),
        ...(status === '429' ? ['Retry-After'] : []),
        ...(status === '304' ? ['ETag'] : []),
      ]
      for (const header of needed) if (!headers.includes(header)) lacks(`${header} with the answer ${status}`)
    }
  }
  for (const { where, media } of everyMedia())
    if (examplesOf(media).length === 0) lacking.push(`${where} lacks an example`)
  expect(lacking).toEqual([])
})

test('the reference is a page that its own content security policy lets run', async () => {
  const response = await fetch(`${server.url}/api/docs`)
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('the reference leads to pages that name this server, and these to each other', async () => {
  const linked = [...document.info.description.matchAll(/\((\/api\/[^)]+)\)/g)].map(([, path]) => path)
  expect(linked).toEqual(expect.arrayContaining(PAGES.map((name) => `/api/docs/${name}`)))
  for (const path of linked) expect((await fetch(server.url + path)).status, path).toBe(200)
  for (const name of PAGES) {
    const page = await fetch(`${server.url}/api/docs/${name}`)
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const [, link] of (await page.text()).matchAll(/\]\(([\w.-]+)\)/g)) expect(PAGES).toContain(link)
  }
})

test('the type of every error leads to what it means', async () => {
  const script = await fetch(`${server.url}/api/docs/static/theme/tegenzet.js`)
  expect(await script.text()).toContain("'/api/docs/errors#'")
  const page = await fetch(`${server.url}/api/docs/errors`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = await page.text()
  for (const code of ERROR_CODES) expect(text).toContain(`<section id="${code}">`)
  expect(text.match(/<section id="bots-not-welcome">[\s\S]*?<\/section>/)?.[0]).toContain('acceptChallenge')
})

test('nothing in the document breaks clients of the one that is recorded, and what was added is recorded', () => {
  const { breaking, additive } = compareDocuments(recorded(), neutral(document))
  expect(breaking, 'This would break clients, which v1 never does: see docs/api-policy.md.').toEqual([])
  const run = 'Record it by `pnpm openapi`, and commit docs/openapi.json.'
  expect(additive, run).toEqual([])
  expect(neutral(document), `Only words or examples are others. ${run}`).toEqual(recorded())
})
