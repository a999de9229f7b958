import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Operation {
  id: string
  method: string
  path: string
  parameters: { name: string; in: string; required?: boolean }[]
  security: Record<string, string[]>[]
  /** The operation in the document. */
  definition: any
}

/** The OpenAPI document of a server. This suite knows nothing else about the API. */
export interface ApiDocument {
  /** @throws Error if the document has no such operation */
  operation(id: string): Operation
  /** @throws Error if the document does not allow the request body */
  checkRequest(operation: Operation, body: unknown): void
  /** @throws Error if the document does not describe the response */
  checkResponse(operation: Operation, response: { status: number; type: string | null; body: unknown }): void
  /** Checks one line of a streamed response. @throws Error if the document does not describe it */
  checkLine(operation: Operation, line: unknown): void
  /** @throws Error if the document does not describe the body of a webhook call */
  checkWebhookCall(body: unknown): void
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

export function parseDocument(document: any): ApiDocument {
  const check = schemaValidator(document)
  const resolveRef = (node: any): any =>
    node?.$ref
      ? resolveRef(
          node.$ref
            .slice('#/'.length)
            .split('/')
            .reduce((at: any, key: string) => at[key], document),
        )
      : node
  const operations = operationsOf(document, resolveRef)
  const webhooks = Object.values<any>(document.webhooks ?? {}).map((item) => resolveRef(item).post)

  return {
    operation(id) {
      const operation = operations.get(id)
      if (!operation) throw new Error(`the document has no operation ${id}`)
      return operation
    },
    checkRequest({ id, definition }, body) {
      const content = resolveRef(definition.requestBody)?.content
      if (body === undefined) return
      if (!content?.['application/json']) throw new Error(`${id} has no request body in the document`)
      check(content['application/json'].schema, body, `the request body of ${id}`)
    },
    checkResponse({ id, definition }, { status, type, body }) {
      const response = resolveRef(definition.responses[status])
      if (!response)
        throw new Error(`${id} responded with the unknown status ${status}: ${JSON.stringify(body)}`)
      const media = response.content?.[type?.split(';', 1)[0] ?? '']
      if (!media !== (body === undefined))
        throw new Error(`${id} responded with ${status} and the unknown content type ${type}`)
      if (media) check(media.schema, body, `the ${status} response of ${id}`)
    },
    checkLine({ id, definition }, line) {
      const media = Object.values<any>(resolveRef(definition.responses[200]).content)[0]
      check(media['x-line'], line, `a line of ${id}`)
    },
    checkWebhookCall(body) {
      if (webhooks.length !== 1) throw new Error('the document does not describe exactly one webhook')
      const media = resolveRef(webhooks[0].requestBody).content['application/json']
      check(media.schema, body, 'the webhook call')
    },
  }
}

function operationsOf(document: any, resolveRef: (node: any) => any): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries<any>(document.paths))
    for (const [method, definition] of Object.entries<any>(methods))
      if (METHODS.has(method))
        operations.set(definition.operationId, {
          id: definition.operationId,
          method: method.toUpperCase(),
          path,
          parameters: (definition.parameters ?? []).map(resolveRef),
          security: definition.security ?? document.security ?? [],
          definition,
        })
  return operations
}

/** @returns a function that throws if a value does not match a schema of the document */
function schemaValidator(document: any): (schema: object, value: unknown, what: string) => void {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<object, ValidateFunction>()
  return (schema, value, what) => {
    const validate =
      compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
    compiled.set(schema, validate)
    if (!validate(value))
      throw new Error(
        `${what} does not match the document: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`,
      )
  }
}
