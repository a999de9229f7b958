import {
  type CallExample,
  COMMAND_EXAMPLES,
  ENDPOINTS,
  type Endpoint,
  EVENT_EXAMPLES,
  EXAMPLES,
  endpointErrors,
  LIVE_PROTOCOL,
} from '@tegenzet/contract'
import { z } from 'zod'
import { existing } from '../../store/existing.ts'
import {
  type Answer,
  type Content,
  HEADERS,
  headerRefs,
  type Named,
  PROBLEM_EXAMPLES,
  problemAnswers,
  RATE_LIMITS,
} from './answers.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; description?: string; [field: string]: unknown }[]
  requestBody?: { required: boolean; content: Named<{ example?: unknown }> }
  responses: Named<Answer>
}
interface Document {
  components: { schemas: Named<{ examples?: unknown }> } & Named
  paths: Named<Named<Operation>>
}

/** Completes the document generated from the route schemas with examples, errors and headers from the contract. */
export function completeDocument(document: Document): Document {
  const { schemas } = document.components
  allowAdditionalProperties(schemas)
  existing(schemas.LiveCommand).examples = COMMAND_EXAMPLES
  existing(schemas.LiveEvent).examples = Object.values(EVENT_EXAMPLES)
  const responses: Named<Answer> = {}
  // not specific to an operation
  problemAnswers(['method-not-allowed'], responses)
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      allowAdditionalProperties(operation.responses)
      const endpoint = (ENDPOINTS as Named<Endpoint>)[operation.operationId]
      if (endpoint) completeOperation(operation, endpoint)
      const problems = endpoint ? endpointErrors(endpoint) : (OTHER_ERRORS[operation.operationId] ?? [])
      Object.assign(operation.responses, problemAnswers(problems, responses))
      if (operation.operationId === 'live') describeSocket(operation)
      if (operation.operationId === 'readCalendar') describeCaching(operation)
    }
  const components = { ...document.components, headers: HEADERS, examples: PROBLEM_EXAMPLES, responses }
  const complete = withSchemasOnce({ ...document, components })
  openEnums(complete)
  return complete
}

const SETS_COOKIE: readonly string[] = ['createGuest', 'register', 'logIn', 'logOut']

function completeOperation(operation: Operation, endpoint: Endpoint): void {
  const example = (EXAMPLES as Named<CallExample>)[endpoint.operationId] ?? {}
  const { parameters = [], requestBody, responses } = operation
  // the generator drops descriptions next to a reference to a named schema
  const query = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {}
  for (const parameter of parameters) parameter.description ??= query[parameter.name]?.description
  if (requestBody) {
    requestBody.required = !endpoint.body?.safeParse(undefined).success
    for (const media of Object.values(requestBody.content)) media.example = example.body ?? {}
  }
  if (endpoint.idempotent)
    operation.parameters = [
      ...parameters,
      { ...IDEMPOTENCY_KEY, required: endpoint.idempotent === 'required' },
    ]
  if (endpoint.key)
    operation.parameters = [
      ...parameters,
      { ...endpoint.key, in: 'header', required: false, schema: { type: 'string' } },
    ]
  if (endpoint.eventId) operation.parameters = [...parameters, LAST_EVENT_ID]
  for (const [status, answer] of Object.entries(responses)) {
    const succeeds = status < '300'
    answer.headers = {
      ...RATE_LIMITS,
      ...(succeeds && SETS_COOKIE.includes(endpoint.operationId) && headerRefs('Set-Cookie')),
      ...(succeeds && endpoint.idempotent && headerRefs('Idempotency-Replayed')),
      ...(succeeds && endpoint.download && headerRefs('Content-Disposition')),
    }
    if (endpoint.lines && succeeds) answer.content = asLines(existing(answer.content), endpoint)
    if (endpoint.zip && succeeds) answer.content = asZip(endpoint.zip)
    // OAuth errors have examples of their own
    if (succeeds)
      for (const [type, media] of Object.entries(answer.content ?? {}))
        media.example = exampleAs(type, example)
  }
  if (endpoint.cacheable) describeCaching(operation)
}

/** Describes a response that can be cached and revalidated by its ETag. */
function describeCaching(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH]
  const whole = existing(operation.responses[200])
  whole.headers = { ...RATE_LIMITS, ...whole.headers, ...headerRefs('ETag', 'Cache-Control') }
  operation.responses[304] = NOT_MODIFIED
}

const exampleAs = (type: string, { response, text }: CallExample): unknown => {
  if (type === 'text/plain') return text
  if (type === EVENTS) return `data: ${JSON.stringify(response)}\n\n`
  return type === LINES ? `${JSON.stringify(response)}\n` : response
}

const LINES = 'application/x-ndjson'
const EVENTS = 'text/event-stream'
const EVENTS_TEXT =
  'The same as server-sent events: each line is the `data` of an event. Instead of an empty line there is a comment'

/** OpenAPI 3.1 cannot describe newline-delimited JSON, so `x-line` has the schema of a line. */
function asLines({ 'application/json': json, ...others }: Content, { lines, eventId }: Endpoint): Content {
  const line = existing(json).schema
  return {
    [LINES]: { schema: { type: 'string', description: lines }, 'x-line': line },
    ...(eventId && { [EVENTS]: { schema: { type: 'string', description: EVENTS_TEXT }, 'x-line': line } }),
    ...others,
  }
}

/** OpenAPI 3.1 describes a binary body by its media type alone. */
const asZip = (description: string): Content => ({
  'application/zip': { schema: { type: 'string', contentMediaType: 'application/zip', description } },
})

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique text of your choice. Repeating the call with the same key within 24 hours does nothing and returns the first response',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'b1c7e0a4-52d8-4a0e-9a36-0f3c1d9b7e21',
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The `id` of the last server-sent event that you received, which browsers send by themselves: the stream goes on after it',
  schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  example: '4711',
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of your cached response. If nothing has changed, the response is 304 without a body',
  schema: { type: 'string' },
  example: HEADERS.ETag.example,
}

const NOT_MODIFIED: Answer = {
  description: 'Not modified: use your cached response',
  headers: { ...RATE_LIMITS, ...headerRefs('ETag', 'Cache-Control') },
}

/** The errors of routes outside the contract. */
const OTHER_ERRORS: Named<Parameters<typeof problemAnswers>[0]> = {
  live: ['validation', 'unauthenticated', 'forbidden', 'upgrade-required', 'rate-limited'],
  metrics: ['not-found'],
  readCalendar: ['not-found', 'rate-limited'],
  readyz: ['unavailable'],
}

/** OpenAPI cannot describe WebSocket messages, so `x-websocket` has their schemas. */
function describeSocket(operation: Operation): void {
  delete operation.responses[200]
  operation.responses[101] = { description: 'The WebSocket is open' }
  Object.assign(operation, {
    'x-websocket': {
      subprotocol: LIVE_PROTOCOL,
      client: { $ref: '#/components/schemas/LiveCommand' },
      server: { $ref: '#/components/schemas/LiveMessage' },
    },
  })
}

/** Responses may gain fields within v1, so their schemas must allow additional properties. */
function allowAdditionalProperties(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('additionalProperties' in node && node.additionalProperties === false) delete node.additionalProperties
  for (const child of Object.values(node)) allowAdditionalProperties(child)
}

/** Lists that may grow accept any string, so that generated clients do not fail on a value that was added later. */
function openEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('x-open' in node && 'enum' in node && 'type' in node) {
    const { type, enum: known } = node
    delete node.type
    delete node.enum
    Object.assign(node, { anyOf: [{ type, enum: known }, { type }] })
  }
  for (const child of Object.values(node)) openEnums(child)
}

/** zod generates every named schema twice, for input and output. Keeps one of them after checking that they are equal. */
function withSchemasOnce(document: Document): Document {
  const alike = (text: string) => text.replace(/(#\/components\/schemas\/\w+)Input"/g, '$1"')
  const { components, ...rest } = JSON.parse(alike(JSON.stringify(document))) as Document
  const schemas: Document['components']['schemas'] = {}
  for (const [name, schema] of Object.entries(components.schemas)) {
    const sent = components.schemas[`${name}Input`]
    if (sent && JSON.stringify({ ...schema, examples: sent.examples }) !== JSON.stringify(sent))
      throw new Error(`${name} differs as input and output: give the two schemas different names`)
    if (!name.endsWith('Input')) schemas[name] = schema
  }
  return { ...rest, components: { ...components, schemas } }
}
