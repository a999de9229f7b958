import type { Endpoint } from '@tegenzet/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Checks values against schemas of an OpenAPI document, by a validator that knows nothing of us.
 * @returns what is wrong with the value, or null
 */
export type SchemaCheck = (schema: object, value: unknown) => string | null

/** @param document an OpenAPI 3.1 document; its schemas are compiled once each, when they are first needed */
export function schemasOf(document: object): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = JSON.stringify(schema)
    const fits = compiled.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')))
    compiled.set(text, fits)
    return fits(value) ? null : ajv.errorsText(fits.errors)
  }
}

/** What a node of the document says, here or where it refers to. */
export const resolved = (document: any, node: any): any =>
  node?.$ref
    ? node.$ref
        .slice('#/'.length)
        .split('/')
        .reduce((at: any, key: string) => at[key], document)
    : node

/** @returns what is wrong with a body, or with a line of one that consists of lines */
export function unlikeMedia(check: SchemaCheck, media: any, body: unknown): string | null {
  if (!media['x-line']) return check(media.schema, body)
  // of no lines there is no body
  const lines = String(body ?? '')
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => check(media['x-line'], JSON.parse(line))).find((each) => each) ?? null
}

/** One call as it was seen on the wire; bodies parsed where they are JSON. */
export interface SeenCall {
  sent: unknown
  status: number
  contentType: string | null
  body: unknown
}

/**
 * Checks calls against the document that clients are made from.
 * @returns what is not as described, or null
 */
export function callsOf(document: any): (endpoint: Endpoint, seen: SeenCall) => string | null {
  const check = schemasOf(document)
  return ({ path, method }, { sent, status, contentType, body }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const answer = resolved(document, operation.responses[status])
    if (!answer) return 'a status the document does not name'
    const type = contentType?.split(';', 1)[0]
    const media = type && answer.content?.[type]
    if (body !== undefined && !media) return `with a body of ${type}, which the document does not name`
    if (answer.content && !media) return 'without the body that the document describes'
    const wrong = media && unlikeMedia(check, media, body)
    if (wrong) return `not as the document describes it (${wrong})`
    // what was taken is what may be sent
    const refused =
      sent !== undefined &&
      status < 300 &&
      check(operation.requestBody.content['application/json'].schema, sent)
    return refused ? `to a body that the document does not allow (${refused})` : null
  }
}
