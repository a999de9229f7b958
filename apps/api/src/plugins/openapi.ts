import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ENDPOINTS, type Endpoint, SCOPES } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { sessionCookie } from './session.ts'

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
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie(publicUrl).name },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal token (\`tz_…\`) with the scopes it needs: ${SCOPES.join(', ')}.`,
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => tidied(jsonSchemaTransformObject(document) as unknown as Document),
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // as strict as our own pages': its defaults would turn http:// into https:// and let fonts and styles come from anywhere
    staticCSP: {
      'default-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'object-src': "'none'",
      'base-uri': "'self'",
      'frame-ancestors': "'none'",
    },
    theme: { title: 'Tegenzet API' },
  })
}

type Schemas = Record<string, unknown>
interface Document {
  components: { schemas: Schemas }
  paths: Record<string, Record<string, { operationId?: string; responses?: unknown; requestBody?: object }>>
}

/**
 * An answer may gain fields, so its schema closes no door that a client's validator would then shut on it. And every
 * named schema comes twice from zod, as it is sent and as it is answered: one is enough where they are alike. A body that
 * may be left out is not required.
 */
function tidied(document: Document): Document {
  openUp(document.components.schemas)
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      openUp(operation.responses)
      if (operation.requestBody && optionalBodies.has(operation.operationId))
        operation.requestBody = { ...operation.requestBody, required: false }
    }
  const alike = (text: string) => text.replace(/(#\/components\/schemas\/\w+)Input"/g, '$1"')
  const { components, ...rest } = JSON.parse(alike(JSON.stringify(document))) as Document
  const schemas: Schemas = {}
  for (const [name, schema] of Object.entries(components.schemas)) {
    const sent = components.schemas[`${name}Input`]
    if (sent && JSON.stringify(sent) !== JSON.stringify(schema))
      throw new Error(`${name} is sent in another shape than it is answered: give them two names`)
    if (!name.endsWith('Input')) schemas[name] = schema
  }
  return { ...rest, components: { ...components, schemas } }
}

const optionalBodies = new Set<string | undefined>(
  Object.values<Endpoint>(ENDPOINTS)
    .filter(({ body }) => body?.safeParse(undefined).success)
    .map(({ operationId }) => operationId),
)

function openUp(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('additionalProperties' in node && node.additionalProperties === false) delete node.additionalProperties
  for (const child of Object.values(node)) openUp(child)
}

const DESCRIPTION = `Play the mill games and Halma by correspondence.

Errors are RFC 9457 problem+json with a \`code\` of a closed list. Lists are pages: \`?limit=\` and \`?cursor=\`, answered by
\`{ items, nextCursor }\`. Times are ISO 8601 UTC. The checks of every call come in one order: malformed (400), who are
you (401), scope (403), not there (404), not yours (403), the state has moved on (409), the rules refuse it (422).`
