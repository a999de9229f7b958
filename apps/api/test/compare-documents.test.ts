import { describe, expect, it } from 'vitest'
import { compareDocuments } from './compare-documents.ts'
import type { Schema } from './compare-schemas.ts'

const GAME: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: ['active', 'finished'] },
    rules: { type: 'string', enum: ['halma', 'muehle'], 'x-open': true },
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

/** What a change of the document amounts to, and what undoing it does. */
function after(change: (document: any) => void) {
  const [before, changed] = [structuredClone(baseline()), structuredClone(baseline())]
  change(changed)
  return { done: compareDocuments(before, changed), undone: compareDocuments(changed, before) }
}
const game = (document: any): any => document.components.schemas.Game
const get = (document: any): any => document.paths['/games/{id}'].get
const post = (document: any): any => document.paths['/games/{id}'].post
const body = (document: any): any => post(document).requestBody.content['application/json'].schema
const live = (document: any): any => document.paths['/live'].get['x-websocket']

it('finds nothing between a document and itself, nor in other words', () => {
  const none = { breaking: [], additive: [] }
  expect(after(() => {}).done).toEqual(none)
  const words = after((document) => {
    get(document).summary = 'One game'
    game(document).description = 'A game'
    game(document).properties.id.examples = [353379]
  })
  expect(words.done).toEqual(none)
})

// what is done breaks clients; undone it is an addition, unless a third entry says what that breaks
describe.each<[string, (document: any) => void, string, string?]>([
  ['a call that is gone', (d) => delete d.paths['/games/{id}'].get, 'GET /games/{id} is gone'],
  [
    'a call by another name',
    (d) => (get(d).operationId = 'readGame'),
    'GET /games/{id} is readGame now, not getGame',
    'GET /games/{id} is getGame now, not readGame',
  ],
  [
    'a call that asks who you are',
    (d) => (get(d).security = [{ token: ['game:read'] }]),
    'GET /games/{id} asks for other credentials or scopes',
  ],
  [
    'a call that asks for one scope more',
    (d) => (post(d).security[1].token = ['game:play', 'game:read']),
    'POST /games/{id} asks for other credentials or scopes',
  ],
  [
    'a parameter that is asked for now',
    (d) => (post(d).parameters[0].required = true),
    'POST /games/{id} asks for dry in the query now',
  ],
  [
    'a parameter that is gone',
    (d) => (post(d).parameters = []),
    'POST /games/{id} takes dry in the query no more',
  ],
  [
    'a parameter bounded more tightly',
    (d) => (get(d).parameters[0].schema.minimum = 100001),
    'GET /games/{id}, id in the path, has minimum 100001 now, not 1',
  ],
  [
    'a field that must be sent',
    (d) => body(d).required.push('colour'),
    'POST /games/{id}, body.colour is required now',
  ],
  [
    'a new field that must be sent',
    (d) => {
      body(d).properties.clock = { type: 'object' }
      body(d).required.push('clock')
    },
    'POST /games/{id}, body.clock is new and required',
    'POST /games/{id}, body.clock is not taken any more',
  ],
  [
    'a value that is not taken any more',
    (d) => body(d).properties.colour.enum.pop(),
    'POST /games/{id}, body.colour is "random" no more',
  ],
  [
    'a shorter text',
    (d) => (body(d).properties.move.maxLength = 10),
    'POST /games/{id}, body.move has maxLength 10 now, not 20',
  ],
  [
    'a sent field of another type',
    (d) => (body(d).properties.ply = { type: 'string' }),
    'POST /games/{id}, body.ply is integer no more',
    'POST /games/{id}, body.ply is string no more',
  ],
  [
    'an answer with another status',
    (d) => (post(d).responses[202] = json(GAME)),
    'POST /games/{id} answers 202 now',
    'POST /games/{id} answers 202 no more',
  ],
  [
    'an answer without its header',
    (d) => delete get(d).responses[200].headers.ETag,
    'GET /games/{id}, answer 200 lacks the header ETag',
  ],
  [
    'an answer of another type of content',
    (d) => (get(d).responses[200].content = { 'text/plain': { schema: { type: 'string' } } }),
    'GET /games/{id}, answer 200 is application/json no more',
    'GET /games/{id}, answer 200 is text/plain no more',
  ],
  ['an answered field that is gone', (d) => delete game(d).properties.title, 'Game.title is gone'],
  ['an answered field that may be missing', (d) => game(d).required.shift(), 'Game.id may be left out now'],
  [
    'an answered field that may be null',
    (d) => (game(d).properties.title.type = ['string', 'null']),
    'Game.title may be null now',
  ],
  [
    'an answered field of another type',
    (d) => (game(d).properties.id = { type: 'string' }),
    'Game.id may be string now',
    'Game.id may be integer now',
  ],
  [
    'a value that a closed list gains',
    (d) => game(d).properties.status.enum.push('claimed'),
    'Game.status may be "claimed" now',
  ],
  [
    'a value gained by a list beside null',
    (d) => game(d).properties.turn.anyOf[0].enum.push('both'),
    'Game.turn may be "both" now',
  ],
  [
    'a change in a schema behind a schema',
    (d) => (d.components.schemas.Offer.required = []),
    'Offer.ply may be left out now',
  ],
  ['a webhook that is gone', (d) => delete d.webhooks.event, 'webhook POST event is gone'],
  [
    'a command that is not heard any more',
    (d) => live(d).client.oneOf.pop(),
    'GET /live, command is type "ping" no more',
  ],
  [
    'a format that is another',
    (d) => (game(d).properties.title.format = 'uri'),
    'Game.title has another format',
    'Game.title has another format',
  ],
])('%s', (_, change, sentence, undoing) => {
  it('breaks clients', () => {
    expect(after(change).done.breaking).toContain(sentence)
  })

  it('is no break the other way round, unless that takes something away', () => {
    const { breaking, additive } = after(change).undone
    expect(breaking).toEqual(undoing === undefined ? [] : expect.arrayContaining([undoing]))
    if (undoing === undefined) expect(additive).not.toEqual([])
  })
})

it.each<[string, (document: any) => void, string]>([
  [
    'a new call',
    (d) => (d.paths['/bots'] = { get: { operationId: 'listBots', responses: {} } }),
    'GET /bots is new',
  ],
  ['a new field in an answer', (d) => (game(d).properties.rated = { type: 'boolean' }), 'Game.rated is new'],
  [
    'a new field that may be sent',
    (d) => (body(d).properties.message = { type: 'string' }),
    'POST /games/{id}, body.message is new',
  ],
  [
    'a new value of an open list',
    (d) => game(d).properties.rules.enum.push('merels'),
    'Game.rules may be "merels" now',
  ],
  [
    'a new kind of event',
    (d) => d.components.schemas.Event.oneOf.push(event('message')),
    'Event may be type "message" now',
  ],
  ['an answer to who has it already', (d) => (get(d).responses[304] = {}), 'GET /games/{id} answers 304 now'],
  [
    'a new error status',
    (d) => (get(d).responses[429] = json({ type: 'object' })),
    'GET /games/{id} answers 429 now',
  ],
  [
    'a parameter that may be sent',
    (d) => get(d).parameters.push({ name: 'at', in: 'query', schema: {} }),
    'GET /games/{id} takes at in the query now',
  ],
])('%s breaks nobody', (_, change, sentence) => {
  expect(after(change).done).toEqual({ breaking: [], additive: [sentence] })
})
