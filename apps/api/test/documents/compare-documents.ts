import { resolveRef, withKnownValues } from '../server/openapi-checks.ts'
import { type ReportChange, type Schema, schemaComparer } from './compare-schemas.ts'

/** The differences between two OpenAPI documents, each as a sentence. */
export interface Changes {
  /** Changes that break existing clients. */
  breaking: string[]
  /** Changes that clients following docs/api-policy.md do not notice. */
  additive: string[]
}

/** Compares two OpenAPI 3.1 documents by the promises of docs/api-policy.md. Texts do not count. */
export function compareDocuments(recorded: object, served: object): Changes {
  const [before, after] = [withKnownValues(recorded), withKnownValues(served)]
  const changes: Changes = { breaking: [], additive: [] }
  const report: ReportChange = (isBreaking, where, what) =>
    changes[isBreaking ? 'breaking' : 'additive'].push(`${where} ${what}`)
  const compare = schemaComparer(before, after, report)

  matchByKey(operationsOf(before.paths), operationsOf(after.paths), {
    removed: (name) => report(true, name, 'was removed'),
    added: (name) => report(false, name, 'was added'),
    kept: compareOperation,
  })
  matchByKey(operationsOf(before.webhooks), operationsOf(after.webhooks), {
    removed: (name) => report(true, `webhook ${name}`, 'was removed'),
    added: (name) => report(false, `webhook ${name}`, 'was added'),
    // the server sends this request, so for a client it is a response
    kept: (name, old, now) => compareContent(`webhook ${name}`, old.requestBody, now.requestBody, 'response'),
  })
  return changes

  function compareOperation(where: string, old: Schema, now: Schema): void {
    if (old.operationId !== now.operationId)
      report(true, where, `has operationId ${now.operationId} instead of ${old.operationId}`)
    compareSecurity(where, old.security, now.security)
    compareParameters(where, old.parameters, now.parameters)
    compareBody(`${where}, body`, old.requestBody, now.requestBody)
    matchByKey(old.responses, now.responses, {
      removed: (status) => report(status < '400', where, `no longer responds with ${status}`),
      // a client gets 304 only if it sends If-None-Match
      added: (status) => report(status < '400' && status !== '304', where, `now responds with ${status}`),
      kept: (status, oldResponse, newResponse) =>
        compareResponse(
          `${where}, response ${status}`,
          resolveRef(before, oldResponse),
          resolveRef(after, newResponse),
        ),
    })
    const [oldSocket, newSocket] = [old['x-websocket'] ?? {}, now['x-websocket'] ?? {}]
    compare(`${where}, command`, oldSocket.client, newSocket.client, 'request')
    compare(`${where}, message`, oldSocket.server, newSocket.server, 'response')
  }

  function compareResponse(where: string, old: Schema, now: Schema): void {
    matchByKey(old.headers, now.headers, {
      removed: (name) => report(true, where, `no longer has the header ${name}`),
      added: (name) => report(false, where, `now has the header ${name}`),
    })
    compareContent(where, old, now, 'response')
  }

  function compareSecurity(where: string, old: Schema[] = [], now: Schema[] = []): void {
    if (excludesSome(old, now)) report(true, where, 'requires other credentials or scopes')
    else if (excludesSome(now, old)) report(false, where, 'accepts more credentials')
  }

  function compareParameters(where: string, old: Schema[] = [], now: Schema[] = []): void {
    const byName = (parameters: Schema[]): Schema =>
      Object.fromEntries(parameters.map((each) => [`${each.name} in the ${each.in}`, each]))
    matchByKey(byName(old), byName(now), {
      removed: (name) => report(true, where, `no longer accepts ${name}`),
      added: (name, { required }) =>
        report(required, where, `now ${required ? 'requires' : 'accepts'} ${name}`),
      kept: (name, oldOne, newOne) => {
        if (!oldOne.required && newOne.required) report(true, where, `now requires ${name}`)
        if (oldOne.required && !newOne.required) report(false, where, `no longer requires ${name}`)
        compare(`${where}, ${name},`, oldOne.schema, newOne.schema, 'request')
      },
    })
  }

  function compareBody(where: string, old: Schema | undefined, now: Schema | undefined): void {
    if (!old && !now) return
    if (!old) report(now!.required, where, now!.required ? 'was added as required' : 'was added')
    else if (!now) report(true, where, 'is no longer accepted')
    else {
      if (!old.required && now.required) report(true, where, 'is now required')
      if (old.required && !now.required) report(false, where, 'is now optional')
      compareContent(where, old, now, 'request')
    }
  }

  function compareContent(where: string, old: Schema, now: Schema, direction: 'request' | 'response'): void {
    matchByKey(old.content, now.content, {
      removed: (type) => report(true, where, `no longer allows ${type}`),
      added: (type) => report(false, where, `now allows ${type}`),
      kept: (_, oldMedia, newMedia) => {
        compare(where, oldMedia.schema, newMedia.schema, direction)
        compare(`each line of ${where}`, oldMedia['x-line'], newMedia['x-line'], direction)
      },
    })
  }
}

/** Calls back for each key of two objects: removed, added, or kept. */
function matchByKey(
  old: Schema = {},
  now: Schema = {},
  on: {
    removed(key: string): void
    added(key: string, now: Schema): void
    kept?(key: string, old: Schema, now: Schema): void
  },
): void {
  for (const key of Object.keys(old))
    if (key in now) on.kept?.(key, old[key], now[key])
    else on.removed(key)
  for (const key of Object.keys(now)) if (!(key in old)) on.added(key, now[key])
}

const operationsOf = (paths: Schema = {}): Schema =>
  Object.fromEntries(
    Object.entries<Schema>(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => [`${method.toUpperCase()} ${path}`, each]),
    ),
  )

/** Whether a caller who satisfies the first security requirements may fail the second ones. */
const excludesSome = (first: Schema[], second: Schema[]): boolean =>
  second.length > 0 &&
  (first.length > 0 ? first : [{}]).some(
    (one: Schema) =>
      !second.some((other) =>
        Object.entries<string[]>(other).every(
          ([scheme, scopes]) => one[scheme] && scopes.every((scope) => one[scheme].includes(scope)),
        ),
      ),
  )
