import { type Say, type Schema, schemaComparer } from './compare-schemas.ts'
import { resolved } from './document.ts'

/** What became of an OpenAPI document: each entry a sentence. */
export interface Changes {
  /** What a client made from the old document would stumble over. */
  breaking: string[]
  /** What no client notices that keeps to docs/api-policy.md. */
  additive: string[]
}

/** Compares two OpenAPI 3.1 documents by the promises of docs/api-policy.md. Other words are no change. */
export function compareDocuments(before: Schema, after: Schema): Changes {
  const changes: Changes = { breaking: [], additive: [] }
  const say: Say = (breaks, where, what) => changes[breaks ? 'breaking' : 'additive'].push(`${where} ${what}`)
  const compare = schemaComparer(before, after, say)

  const [had, has] = [operationsOf(before.paths), operationsOf(after.paths)]
  match(had, has, {
    gone: (name) => say(true, name, 'is gone'),
    added: (name) => say(false, name, 'is new'),
    both: compareOperation,
  })
  match(operationsOf(before.webhooks), operationsOf(after.webhooks), {
    gone: (name) => say(true, `webhook ${name}`, 'is gone'),
    added: (name) => say(false, `webhook ${name}`, 'is new'),
    // here it is we who send
    both: (name, old, now) => compareContent(`webhook ${name}`, old.requestBody, now.requestBody, 'answered'),
  })
  return changes

  function compareOperation(where: string, old: Schema, now: Schema): void {
    if (old.operationId !== now.operationId)
      say(true, where, `is ${now.operationId} now, not ${old.operationId}`)
    compareSecurity(where, old.security, now.security)
    compareParameters(where, old.parameters, now.parameters)
    compareBody(`${where}, body`, old.requestBody, now.requestBody)
    match(old.responses, now.responses, {
      gone: (status) => say(status < '400', where, `answers ${status} no more`),
      // 304 is answered only to those who ask for it, by If-None-Match
      added: (status) => say(status < '400' && status !== '304', where, `answers ${status} now`),
      both: (status, oldAnswer, newAnswer) => {
        const [was, is] = [resolved(before, oldAnswer), resolved(after, newAnswer)]
        const answer = `${where}, answer ${status}`
        match(was.headers, is.headers, {
          gone: (name) => say(true, answer, `lacks the header ${name}`),
          added: (name) => say(false, answer, `has the header ${name} now`),
        })
        compareContent(answer, was, is, 'answered')
      },
    })
    const [socket, socketNow] = [old['x-websocket'] ?? {}, now['x-websocket'] ?? {}]
    compare(`${where}, command`, socket.client, socketNow.client, 'sent')
    compare(`${where}, message`, socket.server, socketNow.server, 'answered')
  }

  function compareSecurity(where: string, old: Schema[] = [], now: Schema[] = []): void {
    if (missing(old, now)) say(true, where, 'asks for other credentials or scopes')
    else if (missing(now, old)) say(false, where, 'may be called in more ways')
  }

  function compareParameters(where: string, old: Schema[] = [], now: Schema[] = []): void {
    const byName = (all: Schema[]): Schema =>
      Object.fromEntries(all.map((each) => [`${each.name} in the ${each.in}`, each]))
    match(byName(old), byName(now), {
      gone: (name) => say(true, where, `takes ${name} no more`),
      added: (name, { required }) => say(required, where, `${required ? 'asks for' : 'takes'} ${name} now`),
      both: (name, was, is) => {
        if (!was.required && is.required) say(true, where, `asks for ${name} now`)
        if (was.required && !is.required) say(false, where, `may be called without ${name} now`)
        compare(`${where}, ${name},`, was.schema, is.schema, 'sent')
      },
    })
  }

  function compareBody(where: string, old: Schema | undefined, now: Schema | undefined): void {
    if (!old && !now) return
    if (!old) say(now!.required, where, now!.required ? 'is new and required' : 'is new')
    else if (!now) say(true, where, 'is not taken any more')
    else {
      if (!old.required && now.required) say(true, where, 'is required now')
      if (old.required && !now.required) say(false, where, 'may be left out now')
      compareContent(where, old, now, 'sent')
    }
  }

  function compareContent(where: string, old: Schema, now: Schema, way: 'sent' | 'answered'): void {
    match(old.content, now.content, {
      gone: (type) => say(true, where, `is ${type} no more`),
      added: (type) => say(false, where, `may be ${type} now`),
      both: (_, was, is) => {
        compare(where, was.schema, is.schema, way)
        compare(`each line of ${where}`, was['x-line'], is['x-line'], way)
      },
    })
  }
}

/** Goes through what both have, and what only one has. */
function match(
  old: Schema = {},
  now: Schema = {},
  on: {
    gone(name: string): void
    added(name: string, now: Schema): void
    both?(name: string, old: Schema, now: Schema): void
  },
): void {
  for (const name of Object.keys(old))
    if (name in now) on.both?.(name, old[name], now[name])
    else on.gone(name)
  for (const name of Object.keys(now)) if (!(name in old)) on.added(name, now[name])
}

const operationsOf = (paths: Schema = {}): Schema =>
  Object.fromEntries(
    Object.entries<Schema>(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => [`${method.toUpperCase()} ${path}`, each]),
    ),
  )

/** Whether who might call by one of these ways might not by any of those. */
const missing = (ways: Schema[], those: Schema[]): boolean =>
  those.length > 0 &&
  (ways.length > 0 ? ways : [{}]).some(
    (one: Schema) =>
      !those.some((other) =>
        Object.entries<string[]>(other).every(
          ([scheme, scopes]) => one[scheme] && scopes.every((scope) => one[scheme].includes(scope)),
        ),
      ),
  )
