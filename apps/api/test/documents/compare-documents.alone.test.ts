import { describe, expect, it } from 'vitest'
import { compareDocuments } from './compare-documents.ts'
import type { Schema } from './compare-schemas.ts'

const GAME: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: ['active', 'finished'] },
    rules: { type: 'string', enum: ['halma', 'muehle'], 'x-open': true },
    reason: { anyOf: [{ type: 'string', enum: ['timeout'], 'x-open': true }, { type: 'null' }] },
    turn: { anyOf: [{ type: 'string', enum: ['white', 'black'] }, { type: 'null' }] },
    offer: { anyOf: [{ $ref: '#/components/schemas/Offer' }, { type: 'null' }] },
    title: { type: 'string' },
  },
  required: ['id', 'status', 'rules', 'turn', 'offer'],
}
const OFFER: Schema = { type: 'object', properties: { ply: { type: 'integer' } }, required: ['ply'] }
const event = (type: string) => ({
  type: 'object',
  properties: { type: { const: type }, id: { type: 'integer' } },
  required: ['type', 'id'],
})
const BODY: Schema = {
  type: 'object',
  properties: {
    move: { type: 'string', maxLength: 20 },
    ply: { type: 'integer', minimum: 0 },
    colour: { type: 'string', enum: ['white', 'black', 'random'] },
  },
  required: ['move', 'ply'],
  additionalProperties: false,
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const baseline = (): any => ({
  paths: {
    '/games/{id}': {
      get: {
        operationId: 'getGame',
        security: [],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: { headers: { ETag: {} }, ...json({ $ref: '#/components/schemas/Game' }) },
          404: json({ type: 'object' }),
        },
      },
      post: {
        operationId: 'playMove',
        security: [{ session: [] }, { token: ['game:play'] }],
        parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }],
        requestBody: { required: true, ...json(BODY) },
        responses: { 201: json({ $ref: '#/components/schemas/Game' }) },
      },
    },
    '/live': {
      get: {
        operationId: 'live',
        responses: {},
        'x-websocket': {
          client: { oneOf: [event('watch'), event('ping')] },
          server: { $ref: '#/components/schemas/Event' },
        },
      },
    },
  },
  webhooks: { event: { post: { requestBody: json({ $ref: '#/components/schemas/Game' }) } } },
  components: {
    schemas: { Game: GAME, Offer: OFFER, Event: { oneOf: [event('game'), event('claim')], 'x-open': true } },
  },
})

/** Compares the document with a changed copy, in both directions. */
function afterChange(change: (document: any) => void) {
  const [before, changed] = [structuredClone(baseline()), structuredClone(baseline())]
  change(changed)
  return { forward: compareDocuments(before, changed), backward: compareDocuments(changed, before) }
}
const game = (document: any): any => document.components.schemas.Game
const get = (document: any): any => document.paths['/games/{id}'].get
const post = (document: any): any => document.paths['/games/{id}'].post
const body = (document: any): any => post(document).requestBody.content['application/json'].schema
const live = (document: any): any => document.paths['/live'].get['x-websocket']

it('reports nothing for equal documents and for changed texts', () => {
  const none = { breaking: [], additive: [] }
  expect(afterChange(() => {}).forward).toEqual(none)
  const texts = afterChange((document) => {
    get(document).summary = 'One game'
    game(document).description = 'A game'
    game(document).properties.id.examples = [353379]
  })
  expect(texts.forward).toEqual(none)
})

// name, change, message, and the message of the reverse change if that breaks clients too
describe.each<[string, (document: any) => void, string, string?]>([
  ['a removed operation', (d) => delete d.paths['/games/{id}'].get, 'GET /games/{id} was removed'],
  [
    'another operation ID',
    (d) => (get(d).operationId = 'readGame'),
    'GET /games/{id} has operationId readGame instead of getGame',
    'GET /games/{id} has operationId getGame instead of readGame',
  ],
  [
    'authentication where there was none',
    (d) => (get(d).security = [{ token: ['game:read'] }]),
    'GET /games/{id} requires other credentials or scopes',
  ],
  [
    'one more required scope',
    (d) => (post(d).security[1].token = ['game:play', 'game:read']),
    'POST /games/{id} requires other credentials or scopes',
  ],
  [
    'an optional parameter that becomes required',
    (d) => (post(d).parameters[0].required = true),
    'POST /games/{id} now requires dry in the query',
  ],
  [
    'a removed parameter',
    (d) => (post(d).parameters = []),
    'POST /games/{id} no longer accepts dry in the query',
  ],
  [
    'a parameter with a tighter bound',
    (d) => (get(d).parameters[0].schema.minimum = 100001),
    'GET /games/{id}, id in the path, has minimum 100001 instead of 1',
  ],
  [
    'a request field that becomes required',
    (d) => body(d).required.push('colour'),
    'POST /games/{id}, body.colour is now required',
  ],
  [
    'a new required request field',
    (d) => {
      body(d).properties.clock = { type: 'object' }
      body(d).required.push('clock')
    },
    'POST /games/{id}, body.clock was added as required',
    'POST /games/{id}, body.clock is no longer accepted',
  ],
  [
    'a value that is no longer accepted',
    (d) => body(d).properties.colour.enum.pop(),
    'POST /games/{id}, body.colour no longer allows "random"',
  ],
  [
    'a shorter maximum length',
    (d) => (body(d).properties.move.maxLength = 10),
    'POST /games/{id}, body.move has maxLength 10 instead of 20',
  ],
  [
    'a request field with another type',
    (d) => (body(d).properties.ply = { type: 'string' }),
    'POST /games/{id}, body.ply no longer allows integer',
    'POST /games/{id}, body.ply no longer allows string',
  ],
  [
    'a new success status',
    (d) => (post(d).responses[202] = json(GAME)),
    'POST /games/{id} now responds with 202',
    'POST /games/{id} no longer responds with 202',
  ],
  [
    'a removed response header',
    (d) => delete get(d).responses[200].headers.ETag,
    'GET /games/{id}, response 200 no longer has the header ETag',
  ],
  [
    'another content type',
    (d) => (get(d).responses[200].content = { 'text/plain': { schema: { type: 'string' } } }),
    'GET /games/{id}, response 200 no longer allows application/json',
    'GET /games/{id}, response 200 no longer allows text/plain',
  ],
  ['a removed response field', (d) => delete game(d).properties.title, 'Game.title was removed'],
  ['a response field that becomes optional', (d) => game(d).required.shift(), 'Game.id is now optional'],
  [
    'a response field that becomes nullable',
    (d) => (game(d).properties.title.type = ['string', 'null']),
    'Game.title now allows null',
  ],
  [
    'a response field with another type',
    (d) => (game(d).properties.id = { type: 'string' }),
    'Game.id now allows string',
    'Game.id now allows integer',
  ],
  [
    'a new value of a closed enum',
    (d) => game(d).properties.status.enum.push('claimed'),
    'Game.status now allows "claimed"',
  ],
  [
    'a new value of a nullable enum',
    (d) => game(d).properties.turn.anyOf[0].enum.push('both'),
    'Game.turn now allows "both"',
  ],
  [
    'a change in a nested schema',
    (d) => (d.components.schemas.Offer.required = []),
    'Offer.ply is now optional',
  ],
  ['a removed webhook', (d) => delete d.webhooks.event, 'webhook POST event was removed'],
  [
    'a removed WebSocket command',
    (d) => live(d).client.oneOf.pop(),
    'GET /live, command no longer allows type "ping"',
  ],
  [
    'another format',
    (d) => (game(d).properties.title.format = 'uri'),
    'Game.title has a different format',
    'Game.title has a different format',
  ],
])('%s', (_, change, sentence, undone) => {
  it('breaks clients', () => {
    expect(afterChange(change).forward.breaking).toContain(sentence)
  })

  it('can be undone without breaking clients, unless stated', () => {
    const { breaking, additive } = afterChange(change).backward
    expect(breaking).toEqual(undone === undefined ? [] : expect.arrayContaining([undone]))
    if (undone === undefined) expect(additive).not.toEqual([])
  })
})

it.each<[string, (document: any) => void, string]>([
  [
    'a new operation',
    (d) => (d.paths['/bots'] = { get: { operationId: 'listBots', responses: {} } }),
    'GET /bots was added',
  ],
  ['a new response field', (d) => (game(d).properties.rated = { type: 'boolean' }), 'Game.rated was added'],
  [
    'a new optional request field',
    (d) => (body(d).properties.message = { type: 'string' }),
    'POST /games/{id}, body.message was added',
  ],
  [
    'a new value of an extensible enum',
    (d) => game(d).properties.rules.enum.push('merels'),
    'Game.rules now allows "merels"',
  ],
  [
    'a new value of an extensible enum that may be null',
    (d) => game(d).properties.reason.anyOf[0].enum.push('agreement'),
    'Game.reason now allows "agreement"',
  ],
  [
    'a new event type',
    (d) => d.components.schemas.Event.oneOf.push(event('message')),
    'Event now allows type "message"',
  ],
  ['a 304 response', (d) => (get(d).responses[304] = {}), 'GET /games/{id} now responds with 304'],
  [
    'a new error status',
    (d) => (get(d).responses[429] = json({ type: 'object' })),
    'GET /games/{id} now responds with 429',
  ],
  [
    'a new optional parameter',
    (d) => get(d).parameters.push({ name: 'at', in: 'query', schema: {} }),
    'GET /games/{id} now accepts at in the query',
  ],
])('%s does not break clients', (_, change, sentence) => {
  expect(afterChange(change).forward).toEqual({ breaking: [], additive: [sentence] })
})
