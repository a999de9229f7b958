import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A call as the document describes it. */
export interface Operation {
  id: string
  method: string
  path: string
  parameters: { name: string; in: string; required?: boolean }[]
  /** Whether the token may make it, or only somebody who is logged in. */
  security: Record<string, string[]>[]
  described: any
}

/** What a server says of itself in its OpenAPI document, and all that this suite knows of it. */
export interface Description {
  /** @throws where the document has no such operation */
  operation(id: string): Operation
  /** @throws where the document does not allow what is about to be sent */
  checkSent(operation: Operation, body: unknown): void
  /** @throws where the document does not describe what came */
  checkAnswer(operation: Operation, came: { status: number; type: string | null; body: unknown }): void
  /** One line of an answer that consists of lines. @throws as above */
  checkLine(operation: Operation, line: unknown): void
  /** What a webhook was called with. @throws as above */
  checkCall(body: unknown): void
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

export function readDescription(document: any): Description {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<object, ValidateFunction>()
  const check = (schema: object, value: unknown, what: string) => {
    const fits =
      compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')))
    compiled.set(schema, fits)
    if (!fits(value))
      throw new Error(`${what} is not as described: ${ajv.errorsText(fits.errors)}\n${JSON.stringify(value)}`)
  }
  const resolved = (node: any): any =>
    node?.$ref
      ? resolved(
          node.$ref
            .slice('#/'.length)
            .split('/')
            .reduce((at: any, key: string) => at[key], document),
        )
      : node

  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries<any>(document.paths))
    for (const [method, described] of Object.entries<any>(methods))
      if (METHODS.has(method))
        operations.set(described.operationId, {
          id: described.operationId,
          method: method.toUpperCase(),
          path,
          parameters: (described.parameters ?? []).map(resolved),
          security: described.security ?? document.security ?? [],
          described,
        })

  const webhooks = Object.values<any>(document.webhooks ?? {}).map((item) => resolved(item).post)

  return {
    operation(id) {
      const operation = operations.get(id)
      if (!operation) throw new Error(`the document has no operation ${id}`)
      return operation
    },
    checkSent({ id, described }, body) {
      const content = resolved(described.requestBody)?.content
      if (body === undefined) return
      if (!content?.['application/json']) throw new Error(`${id} takes no body`)
      check(content['application/json'].schema, body, `what ${id} is sent`)
    },
    checkAnswer({ id, described }, { status, type, body }) {
      const answer = resolved(described.responses[status])
      if (!answer)
        throw new Error(`${id} answered ${status}, unknown to the document: ${JSON.stringify(body)}`)
      const media = answer.content?.[type?.split(';', 1)[0] ?? '']
      if (!media !== (body === undefined))
        throw new Error(`${id} answered ${status} with a body of ${type}, unlike the document`)
      if (media) check(media.schema, body, `${status} of ${id}`)
    },
    checkLine({ id, described }, line) {
      const media = Object.values<any>(resolved(described.responses[200]).content)[0]
      check(media['x-line'], line, `a line of ${id}`)
    },
    checkCall(body) {
      if (webhooks.length !== 1) throw new Error('the document does not say what a webhook is sent')
      check(resolved(webhooks[0].requestBody).content['application/json'].schema, body, 'a call')
    },
  }
}
