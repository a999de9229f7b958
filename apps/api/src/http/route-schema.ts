import { type Access, APP_SCOPES, type Endpoint, PROOF_MINUTES } from '@tegenzet/contract'
import { z } from 'zod'

export const ZIP = 'application/zip'

/** Rejects any query parameter. */
const NO_QUERY = z.strictObject({})

/** What Fastify checks requests with, and describes in the OpenAPI document. */
export function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  const { params, query, body, access } = endpoint
  const response: Record<string, unknown> = {}
  for (const [status, answer] of Object.entries(endpoint.responses))
    response[status] =
      typeof answer === 'string'
        ? z.undefined().describe(answer)
        : {
            description: endpoint.summary,
            content: {
              [endpoint.zip ? ZIP : 'application/json']: { schema: answer },
              ...(endpoint.text && { 'text/plain': { schema: z.string().describe(endpoint.text) } }),
            },
          }
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describe(endpoint),
    security: securityOf(access),
    ...(params && { params }),
    querystring: query ?? NO_QUERY,
    ...(body && { body }),
    ...(endpoint.form && { consumes: ['application/x-www-form-urlencoded', 'application/json'] }),
    response,
  }
}

function describe({ description, access, roles, proof }: Endpoint): string {
  const paragraphs = [description]
  if (access === 'reader') paragraphs.push('Needs a log-in where `getAbout` says `readers: members`.')
  if (roles) paragraphs.push(`Needs one of the roles: ${roles.join(', ')}.`)
  if (proof)
    paragraphs.push(
      `Fails with \`proof-needed\` in a session if you have not logged in or proved your identity (\`proveIdentity\`) in the last ${PROOF_MINUTES} minutes.`,
    )
  return paragraphs.join('\n\n')
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return []
  if (access === 'reader') return [{}, { session: [] }, { token: [] }]
  if (access === 'session') return [{ session: [] }]
  const byApp = APP_SCOPES.some((scope) => scope === access) ? [{ oauth2: [access] }] : []
  return [{ session: [] }, { token: [access] }, ...byApp]
}
