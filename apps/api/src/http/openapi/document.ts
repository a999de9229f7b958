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
  parameters?: { name: string; description?: string }[]
  requestBody?: { required: boolean; content: Named<{ example?: unknown }> }
  responses: Named<Answer>
}
interface Document {
  components: { schemas: Named<{ examples?: unknown }> } & Named
  paths: Named<Named<Operation>>
}

/** Makes the document of what the routes' schemas say and of what the contract knows besides. */
export function finished(document: Document): Document {
  const { schemas } = document.components
  openUp(schemas)
  schemas.LiveCommand!.examples = COMMAND_EXAMPLES
  schemas.LiveEvent!.examples = Object.values(EVENT_EXAMPLES)
  const responses: Named<Answer> = {}
  // of what is sent to no call, and so stands with none
  problemAnswers(['method-not-allowed'], responses)
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      openUp(operation.responses)
      const endpoint = (ENDPOINTS as Named<Endpoint>)[operation.operationId]
      if (endpoint) finishOperation(operation, endpoint)
      const problems = endpoint ? endpointErrors(endpoint) : (OTHER_ERRORS[operation.operationId] ?? [])
      Object.assign(operation.responses, problemAnswers(problems, responses))
      if (operation.operationId === 'live') finishSocket(operation)
      if (operation.operationId === 'readCalendar') finishKept(operation)
    }
  const components = { ...document.components, headers: HEADERS, examples: PROBLEM_EXAMPLES, responses }
  return withSchemasOnce({ ...document, components })
}

const SETS_COOKIE: readonly string[] = ['register', 'logIn', 'logOut']

function finishOperation(operation: Operation, endpoint: Endpoint): void {
  const example = (EXAMPLES as Named<CallExample>)[endpoint.operationId] ?? {}
  const { parameters = [], requestBody, responses } = operation
  // what stands beside a reference to a named schema is lost on the way
  const query = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {}
  for (const parameter of parameters) parameter.description ??= query[parameter.name]?.description
  if (requestBody) {
    requestBody.required = !endpoint.body?.safeParse(undefined).success
    for (const media of Object.values(requestBody.content)) media.example = example.body ?? {}
  }
  if (endpoint.idempotent) operation.parameters = [...parameters, IDEMPOTENCY_KEY]
  for (const [status, answer] of Object.entries(responses)) {
    const succeeds = status < '300'
    answer.headers = {
      ...RATE_LIMITS,
      ...(succeeds && SETS_COOKIE.includes(endpoint.operationId) && headerRefs('Set-Cookie')),
      ...(succeeds && endpoint.idempotent && headerRefs('Idempotency-Replayed')),
      ...(succeeds && endpoint.download && headerRefs('Content-Disposition')),
    }
    if (endpoint.lines && succeeds) answer.content = asLines(answer.content!, endpoint.lines)
    // errors in another standard's words bring examples of their own
    if (succeeds)
      for (const [type, media] of Object.entries(answer.content ?? {}))
        media.example = exampleAs(type, example)
  }
  if (endpoint.cacheable) finishKept(operation)
}

/** Its answer may be kept, and asked for again by its tag. */
function finishKept(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH]
  const whole = operation.responses[200]!
  whole.headers = { ...RATE_LIMITS, ...whole.headers, ...headerRefs('ETag', 'Cache-Control') }
  operation.responses[304] = NOT_MODIFIED
}

const exampleAs = (type: string, { response, text }: CallExample): unknown => {
  if (type === 'text/plain') return text
  return type === LINES ? `${JSON.stringify(response)}\n` : response
}

const LINES = 'application/x-ndjson'

/** OpenAPI 3.1 has no word for a body of which each line has a schema: `x-line` says it. */
function asLines({ 'application/json': json, ...others }: Content, description: string): Content {
  return { [LINES]: { schema: { type: 'string', description }, 'x-line': json!.schema }, ...others }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of your choosing, another for each thing to be done: sent again with it within 24 hours, the call does nothing more and gives its first answer',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'b1c7e0a4-52d8-4a0e-9a36-0f3c1d9b7e21',
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what you have: while it is the same, the answer is 304 without a body',
  schema: { type: 'string' },
  example: HEADERS.ETag.example,
}

const NOT_MODIFIED: Answer = {
  description: 'What you have is what there is',
  headers: { ...RATE_LIMITS, ...headerRefs('ETag', 'Cache-Control') },
}

/** The errors of what is not a call of the contract. */
const OTHER_ERRORS: Named<Parameters<typeof problemAnswers>[0]> = {
  live: ['validation', 'unauthenticated', 'forbidden', 'upgrade-required', 'rate-limited'],
  metrics: ['not-found'],
  readCalendar: ['not-found', 'rate-limited'],
  readyz: ['unavailable'],
}

/** What OpenAPI has no words for. */
function finishSocket(operation: Operation): void {
  delete operation.responses[200]
  operation.responses[101] = { description: 'The socket is open' }
  Object.assign(operation, {
    'x-websocket': {
      subprotocol: LIVE_PROTOCOL,
      client: { $ref: '#/components/schemas/LiveCommand' },
      server: { $ref: '#/components/schemas/LiveMessage' },
    },
  })
}

/** An answer may gain fields, so its schema closes no door that a client's validator would then shut on it. */
function openUp(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('additionalProperties' in node && node.additionalProperties === false) delete node.additionalProperties
  for (const child of Object.values(node)) openUp(child)
}

/** Every named schema comes twice from zod, as it is sent and as it is answered: one is enough where they are alike. */
function withSchemasOnce(document: Document): Document {
  const alike = (text: string) => text.replace(/(#\/components\/schemas\/\w+)Input"/g, '$1"')
  const { components, ...rest } = JSON.parse(alike(JSON.stringify(document))) as Document
  const schemas: Document['components']['schemas'] = {}
  for (const [name, schema] of Object.entries(components.schemas)) {
    const sent = components.schemas[`${name}Input`]
    if (sent && JSON.stringify({ ...schema, examples: sent.examples }) !== JSON.stringify(sent))
      throw new Error(`${name} is sent in another shape than it is answered: give them two names`)
    if (!name.endsWith('Input')) schemas[name] = schema
  }
  return { ...rest, components: { ...components, schemas } }
}
