import type { Endpoint } from '@tegenzet/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Validates a value against a schema of an OpenAPI document. @returns the error, or null */
export type SchemaCheck = (schema: object, value: unknown) => string | null

/** @param document an OpenAPI 3.1 document. Its schemas are compiled when they are first needed */
export function createSchemaCheck(document: object): SchemaCheck {
  const closed = withKnownValues(document)
  const ajv = new Ajv2020({ strict: false, validateSchema: false, unicodeRegExp: false })
  addFormats.default(ajv)
  ajv.addSchema(closed, 'document')
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')))
    compiled.set(text, validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
}

/** The document with lists that may grow limited to the values they have now, to find answers with other values. */
export const withKnownValues = (document: object): any =>
  JSON.parse(JSON.stringify(document), (_, node) => {
    if (!node?.['x-open'] || !node.anyOf?.[0]?.enum) return node
    const { anyOf, ...rest } = node
    return { ...rest, ...anyOf[0] }
  })

/** Follows the reference of a node, if it is one. */
export const resolveRef = (document: any, node: any): any =>
  node?.$ref
    ? node.$ref
        .slice('#/'.length)
        .split('/')
        .reduce((at: any, key: string) => at[key], document)
    : node

/** Validates a body, or each line of a body that consists of lines. @returns the error, or null */
export function checkMedia(check: SchemaCheck, media: any, body: unknown): string | null {
  if (!media['x-line']) return check(media.schema, body)
  // without lines there is no body
  const lines = String(body ?? '')
    .split('\n')
    .filter(Boolean)
  return (
    lines
      .map((line) => check(media['x-line'], JSON.parse(line.replace(/^data: /, ''))))
      .find((each) => each) ?? null
  )
}

/** A recorded call. JSON bodies are parsed. */
interface RecordedCall {
  sent: unknown
  status: number
  contentType: string | null
  body: unknown
}

/** @returns a function that checks a call against the document and returns the error, or null */
export function createCallCheck(served: object): (endpoint: Endpoint, call: RecordedCall) => string | null {
  const document = withKnownValues(served)
  const check = createSchemaCheck(document)
  return ({ path, method }, { sent, status, contentType, body }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const response = resolveRef(document, operation.responses[status])
    if (!response) return 'with a status that the document does not have'
    const type = contentType?.split(';', 1)[0]
    const media = type && response.content?.[type]
    if (body !== undefined && !media) return `with a body of type ${type}, which the document does not have`
    if (response.content && !media) return 'without the body that the document requires'
    const mismatch = media && checkMedia(check, media, body)
    if (mismatch) return `with a body that does not match the document (${mismatch})`
    // a body that the server accepted must be valid
    const refused =
      sent !== undefined &&
      status < 300 &&
      check(operation.requestBody.content['application/json'].schema, sent)
    return refused ? `to a request body that does not match the document (${refused})` : null
  }
}
