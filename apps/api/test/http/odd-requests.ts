import type { Endpoint } from '@tegenzet/contract'
import { resolveRef } from '../server/openapi-checks.ts'

const DAYS = [
  ...['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'],
  ...['2026-11-21T12:00:00.000Z', '2026-11-24T12:00:00.000Z', '2027-11-20T12:00:00.000Z'],
  ...['9999-12-31T23:59:59.999Z', '2026-02-30T12:00:00.000Z', '2026-11-24T12:00:00+14:00'],
]
const NUMBERS = [0, -0, 1, -1, 0.5, 2, 7, 100, 101, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, -1e308]
const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00\ud800', '\u202e', '😀'.repeat(20), 'a'.repeat(300)],
  ...['é'.repeat(5000), 'null', 'NaN', '-1', '0x10', '1e3', '%', '%00', '../..', "'; --", '{"a":1}'],
  ...['__proto__', 'constructor', 'anna', 'bram', 'a1', 'd6xf4', 'Europe/Amsterdam', 'Mars/Phobos'],
  ...['23:59', '24:00'],
]
const ODD_VALUES: readonly unknown[] = [
  ...DAYS,
  ...NUMBERS,
  ...TEXTS,
  ...[null, true, false, [], {}, [[]], [null], { a: {} }],
]

/** What exists on the server, so that requests find something. */
export interface Existing {
  usernames: readonly string[]
  ids: readonly (number | string)[]
}

/** Makes requests from an OpenAPI document: its examples with some parts replaced, and odd parameters. */
export function oddRequests(document: any, random: () => number) {
  const chance = (p: number) => random() < p
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const oddValue = () => pick(ODD_VALUES)

  function exampleOf(operation: any): unknown {
    const [media] = Object.values<any>(operation.requestBody?.content ?? {})
    if (!media) return undefined
    const named = Object.values<any>(media.examples ?? {}).map((each) => resolveRef(document, each).value)
    return pick(
      [media.example, ...named, ...(media.schema.examples ?? [])].filter((each) => each !== undefined),
    )
  }

  function mutateList(list: readonly unknown[]): unknown {
    if (list.length > 0 && chance(0.8)) {
      const at = Math.floor(random() * list.length)
      return list.map((each, n) => (n === at ? mutate(each) : each))
    }
    const long = Array.from({ length: 400 }, () => list[0] ?? oddValue())
    return pick([[], [...list, ...list], long, [oddValue()]])
  }

  /** Replaces parts of a value, seldom all of it. */
  function mutate(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance(0.1)) return oddValue()
    if (Array.isArray(value)) return mutateList(value)
    const entries = Object.entries(value)
    if (entries.length === 0 || chance(0.1)) return { ...value, [pick(TEXTS) || 'more']: oddValue() }
    const key = pick(entries)[0]
    if (chance(0.1)) return Object.fromEntries(entries.filter(([each]) => each !== key))
    return Object.fromEntries(entries.map(([each, of]) => [each, each === key ? mutate(of) : of]))
  }

  /** Cursors of other lists, or of none. */
  function oddCursor(): string {
    const key = pick<unknown>([
      oddValue(),
      [oddValue(), oddValue()],
      [oddValue(), 1],
      ['-updatedAt', oddValue(), 1],
      [true, 1, oddValue()],
      [7, oddValue()],
    ])
    return Buffer.from(JSON.stringify(key)).toString('base64url')
  }

  function oddParameter({ name, example, schema }: any, { usernames, ids }: Existing): unknown {
    if (name === 'cursor' && chance(0.8)) return oddCursor()
    if (chance(0.3)) return oddValue()
    if (/username|player|opponent/.test(name)) return pick(usernames)
    if (/id$|game|delivery|ply/i.test(name)) return pick([...ids, ...ids, 0, 3, 4, 5, 2 ** 31, 2 ** 53 - 1])
    return example ?? pick<unknown>(resolveRef(document, schema).enum ?? [oddValue()])
  }

  return ({ path, method }: Endpoint, existing: Existing) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const parameters: any[] = (operation.parameters ?? []).map((each: any) => resolveRef(document, each))
    const named = (place: string, share: number) =>
      Object.fromEntries(
        parameters
          .filter((each) => each.in === place && (each.required || chance(share)))
          .map((each) => [each.name, printable(oddParameter(each, existing))]),
      )
    const example = exampleOf(operation)
    const body = example !== undefined && chance(0.75) ? mutate(example) : example
    return { params: named('path', 1), query: named('query', 0.5), body }
  }
}

/** Usable in a URL and short enough to be read. */
const printable = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 1000)
