import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { APP_SCOPES, OPERATIONS, SCOPE_DESCRIPTIONS, SCOPES, TAGS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { DOCS } from '../../paths.ts'
import { errorPage } from '../error-page.ts'
import { fixedAnswer } from '../fixed-answer.ts'
import { sessionCookie } from '../session.ts'
import { shareAnswers } from '../shared-answers.ts'
import { completeDocument } from './document.ts'
import { WEBHOOKS } from './webhooks.ts'

const REFERENCE = '/api/docs'
/** The URL in the documents, replaced by this server's own. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'
/** Documents from docs/ that the server offers next to the reference. */
export const PAGES = ['api-guide.md', 'competition.md', 'bots.md', 'api-policy.md', 'oauth.md', 'webhooks.md']

/** Serves the OpenAPI document at `/api/v1/openapi.json` and a reference for people at `/api/docs`. */
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
            description: `A personal token (\`tz_…\`). Scopes: ${SCOPES.join(', ')}.`,
          },
          oauth2: {
            type: 'oauth2',
            description:
              'An app’s access token (`tzo_…`), granted by a player. PKCE with S256 is required; only confidential apps have a secret.',
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
    transformObject: (document) => completeDocument(jsonSchemaTransformObject(document) as never) as never,
  })
  app.get(
    '/api/v1/openapi.json',
    { schema: { hide: true } },
    fixedAnswer('application/json; charset=utf-8', () => JSON.stringify(app.swagger())),
  )
  for (const name of PAGES) {
    const page = readFileSync(join(DOCS, name), 'utf8').replaceAll(EXAMPLE_URL, publicUrl)
    app.get(
      `${REFERENCE}/${name}`,
      { schema: { hide: true } },
      fixedAnswer('text/plain; charset=utf-8', () => page),
    )
  }
  app.get(
    `${REFERENCE}/errors`,
    { schema: { hide: true } },
    fixedAnswer('text/html; charset=utf-8', errorPage),
  )
  await app.register(async (scope) => {
    shareAnswers(scope)
    await scope.register(swaggerUi, {
      routePrefix: REFERENCE,
      // without the bar for loading another document
      uiConfig: { layout: 'BaseLayout' },
      // the default policy upgrades http to https and allows fonts and styles from any host
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
  })
}

/** The `type` of an error is `/api/docs#code`. The reference has no such anchors, so this script opens the error page. */
const TO_ERRORS = `
  const code = location.hash.slice(1)
  if (/^[a-z-]+$/.test(code)) location.replace('${REFERENCE}/errors#' + code)`

/** On a phone, long lines scroll in their own box. */
const STYLE = `
  .swagger-ui .opblock-body, .swagger-ui .responses-inner { overflow-x: auto }
  @media (max-width: 640px) {
    .swagger-ui .wrapper { padding: 0 10px }
    .swagger-ui .responses-table .response-col_links { display: none }
    .swagger-ui .opblock-summary-description { flex-basis: 100% }
  }`

const DESCRIPTION = `Play mill games and Halma by correspondence.

Start with [the guide](/guides/api-guide), which leads from nothing to a moving bot with curl. See also:
[API policy](/guides/api-policy) · [OAuth apps](/guides/oauth) · [webhooks](/guides/webhooks) · [bots](/guides/bots) ·
[rules](/guides/rules) · [ratings and competitions](/guides/competition) · [all guides](/guides) · [error codes](${REFERENCE}/errors) · [this document](/api/v1/openapi.json).

- **Errors** are RFC 9457 problem+json. Programs read \`code\`, people read \`detail\`. Every call checks in this order: invalid
  request (400), authentication (401), scope (403), existence (404), permission (403), current state (409), rules (422). An
  unsupported method gets 405.
- **Lists** are paged: send \`limit\` and \`cursor\`, get \`{ items, nextCursor }\`.
- **Retries** are safe for moves, which name their ply, and for calls with an \`Idempotency-Key\`.
- **Rate limits**: every response tells how many requests are left.
- **Times** are ISO 8601 in UTC.
- **Changes**: lists marked \`x-open\` may gain values within v1 and accept any string, and objects may gain fields. Ignore what you do not know.`
