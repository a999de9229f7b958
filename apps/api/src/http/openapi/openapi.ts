import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import {
  APP_SCOPES,
  type EndpointDefinition,
  OPERATIONS,
  SCOPE_DESCRIPTIONS,
  SCOPES,
} from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { errorPage } from '../error-page.ts'
import { sessionCookie } from '../session.ts'
import { finished } from './document.ts'
import { WEBHOOKS } from './webhooks.ts'

const REFERENCE = '/api/docs'
/** The address that the pages name: those of this server name its own. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'
/** What the reference has no room for, from docs/: each a page of text under its own name. */
export const PAGES = ['api-guide.md', 'api-policy.md', 'oauth.md', 'webhooks.md']
const DOCS = new URL('../../../../../docs/', import.meta.url)

/** The document, made of the schemas that validate, at `/api/v1/openapi.json`; a readable reference at `/api/docs`. */
export async function registerOpenapi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tegenzet',
        version: '1',
        description: DESCRIPTION,
      },
      servers: [{ url: publicUrl }],
      webhooks: WEBHOOKS,
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicUrl).name },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal token (\`tz_…\`) with the scopes it needs: ${SCOPES.join(', ')}.`,
          },
          oauth2: {
            type: 'oauth2',
            description:
              'An app’s token (`tzo_…`), given by a player. PKCE with S256; no secret, unless the app is confidential.',
            flows: {
              authorizationCode: {
                authorizationUrl: publicUrl + OPERATIONS.authorizeApp.path,
                tokenUrl: publicUrl + OPERATIONS.issueToken.path,
                refreshUrl: publicUrl + OPERATIONS.issueToken.path,
                scopes: Object.fromEntries(APP_SCOPES.map((scope) => [scope, SCOPE_DESCRIPTIONS[scope]])),
              },
            },
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => finished(jsonSchemaTransformObject(document) as never) as never,
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  for (const name of PAGES) {
    const page = readFileSync(new URL(name, DOCS), 'utf8').replaceAll(EXAMPLE_URL, publicUrl)
    app.get(`${REFERENCE}/${name}`, { schema: { hide: true } }, async (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(page),
    )
  }
  const errors = errorPage()
  app.get(`${REFERENCE}/errors`, { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(errors),
  )
  await app.register(swaggerUi, {
    routePrefix: REFERENCE,
    // without the bar that offers to load another document
    uiConfig: { layout: 'BaseLayout' },
    // as strict as our own pages': its defaults would turn http:// into https:// and let fonts and styles come from anywhere
    staticCSP: {
      'default-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'object-src': "'none'",
      'base-uri': "'self'",
      'frame-ancestors': "'none'",
    },
    theme: {
      title: 'Tegenzet API',
      css: [{ filename: 'tegenzet.css', content: STYLE }],
      js: [{ filename: 'tegenzet.js', content: TO_ERRORS }],
    },
  })
}

/** The `type` of an error names its place here, where the reference has none: people go on to the page that has it. */
const TO_ERRORS = `
  const code = location.hash.slice(1)
  if (/^[a-z-]+$/.test(code)) location.replace('${REFERENCE}/errors#' + code)`

/** On a phone long lines scroll in their own box. */
const STYLE = `
  .swagger-ui .opblock-body, .swagger-ui .responses-inner { overflow-x: auto }
  @media (max-width: 640px) {
    .swagger-ui .wrapper { padding: 0 10px }
    .swagger-ui .responses-table .response-col_links { display: none }
    .swagger-ui .opblock-summary-description { flex-basis: 100% }
  }`

const TAGS: Record<EndpointDefinition['tag'] | 'Live' | 'Health', string> = {
  Accounts: 'Registering, sessions, settings, public profiles',
  Tokens: 'Personal tokens for programs of yours',
  Vacations: 'Time away, in which one’s clocks stand still',
  Rules: 'What can be played',
  Challenges: 'How games begin',
  Games: 'Games, their moves and records',
  Messages: 'What the two players of a game say to each other',
  Plans: 'What you have in mind in a game, seen by you alone: answers planned ahead, and notes',
  People: 'Favourites, blocks and reports of other players',
  Draws: 'Draws by agreement',
  Claims: 'Draws by claim',
  Admin: 'Rulings on claims and on reports of players',
  Bots: 'Programs that play by themselves, and which are ready to',
  Webhooks: 'Calls to an address of yours when something happens',
  Notices: 'What a player is told of when they come back',
  Apps: 'Programs that act for other people, by OAuth',
  Live: 'What happens, as it happens',
  Health: 'For who runs the server',
}

const DESCRIPTION = `Play the mill games and Halma by correspondence. Begin with [the guide](${REFERENCE}/api-guide.md): from nothing to
a moving bot with curl. Then: [what you may rely on](${REFERENCE}/api-policy.md) ·
[apps that act for other people](${REFERENCE}/oauth.md) · [webhooks](${REFERENCE}/webhooks.md) · [this document](/api/v1/openapi.json).

Errors are RFC 9457 problem+json with a \`code\`: programs read it, people the \`detail\`. [Every code](${REFERENCE}/errors) has its
place. A method that is not offered is answered by 405, with those that are in \`Allow\`. The checks of every call come in one
order: malformed (400), who are you (401), scope (403), not there (404), not yours (403), the state has moved on (409), the rules
refuse it (422). Lists are pages: \`?limit=\` and \`?cursor=\`, answered by \`{ items, nextCursor }\`. Times are ISO 8601 UTC.
A move names the ply it answers, every other call that makes something takes an \`Idempotency-Key\`: both can be sent
again. Every answer says how many requests are left. Lists of values marked \`x-open\` may grow; fields that you do
not know are to be ignored.`
