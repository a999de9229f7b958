import { isDeepStrictEqual } from 'node:util'
import { resolved } from './document.ts'

export type Schema = Record<string, any>
/** A body that clients send must go on being taken; one that they are answered must go on being understood. */
export type Way = 'sent' | 'answered'
/** Says of a place what became of it, and whether that breaks clients. */
export type Say = (breaks: boolean, where: string, what: string) => void

/** Keywords that say nothing about which values fit. */
const WORDS = ['title', 'description', 'examples', 'example', 'default', 'deprecated', 'x-open']
/** Keywords that bound a value from below and from above. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const COMPARED = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'properties', 'required', 'items', 'prefixItems']
const ELSEWHERE = new Set([
  ...WORDS,
  ...LOWER,
  ...UPPER,
  ...COMPARED,
  'additionalProperties',
  'propertyNames',
])

/** @returns what compares a schema of the one document with its successor in the other */
export function schemaComparer(before: object, after: object, say: Say) {
  /** Named schemas are compared once each way, under their own name. */
  const seen = new Set<string>()
  return compare

  function compare(where: string, old: Schema | undefined, now: Schema | undefined, way: Way): void {
    if (!old || !now) {
      if (old) say(true, where, 'is gone')
      if (now) say(false, where, 'is new')
    } else if (old.$ref && old.$ref === now.$ref) {
      const key = `${way} ${old.$ref}`
      if (seen.has(key)) return
      seen.add(key)
      compareKinds(nameOf(old), resolved(before, old), resolved(after, now), way)
    } else if (old.$ref || now.$ref) {
      compare(where, resolved(before, old), resolved(after, now), way)
    } else compareKinds(where, old, now, way)
  }

  function compareKinds(where: string, old: Schema, now: Schema, way: Way): void {
    const [was, is] = [kindsOf(old), kindsOf(now)]
    const open = old['x-open'] === true
    for (const [kind, one] of was) {
      const other = is.get(kind)
      if (!other) say(way === 'sent', where, `is ${kind} no more`)
      else if (one.$ref || other.$ref) compare(where, one, other, way)
      else compareOne(where, one, other, way, open)
    }
    for (const kind of is.keys())
      if (!was.has(kind)) say(way === 'answered' && !open, where, `may be ${kind} now`)
  }

  function compareOne(where: string, old: Schema, now: Schema, way: Way, open: boolean): void {
    compareValues(where, old, now, way, open)
    compareBounds(where, old, now, way)
    compareFields(where, old, now, way)
    if (old.items || now.items) compare(`each of ${where}`, old.items ?? {}, now.items ?? {}, way)
    const [had, has] = [old.prefixItems ?? [], now.prefixItems ?? []]
    if (had.length !== has.length) say(true, where, `has ${has.length} items now, not ${had.length}`)
    else for (const [i, item] of had.entries()) compare(`${where}[${i}]`, item, has[i], way)
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)]))
      if (!ELSEWHERE.has(keyword) && !isDeepStrictEqual(old[keyword], now[keyword]))
        say(true, where, `has another ${keyword}`)
  }

  function compareValues(where: string, old: Schema, now: Schema, way: Way, open: boolean): void {
    const [had, has] = [valuesOf(old), valuesOf(now)]
    for (const value of had ?? [])
      if (has && !has.includes(value)) say(way === 'sent', where, `is ${JSON.stringify(value)} no more`)
    for (const value of has ?? [])
      if (had && !had.includes(value))
        say(way === 'answered' && !open, where, `may be ${JSON.stringify(value)} now`)
    if (!had && has) say(way === 'sent', where, 'is one of a list now')
    if (had && !has) say(way === 'answered' && !open, where, 'is no longer one of a list')
  }

  function compareBounds(where: string, old: Schema, now: Schema, way: Way): void {
    for (const keyword of [...LOWER, ...UPPER]) {
      const [was, is] = [old[keyword], now[keyword]]
      if (was === is) continue
      const tighter =
        is !== undefined && (was === undefined || (LOWER.includes(keyword) ? is > was : is < was))
      say(way === 'sent' && tighter, where, `has ${keyword} ${is ?? 'none'} now, not ${was ?? 'none'}`)
    }
  }

  function compareFields(where: string, old: Schema, now: Schema, way: Way): void {
    const [had, has]: Schema[] = [old.properties ?? {}, now.properties ?? {}]
    const [always, alwaysNow]: string[][] = [old.required ?? [], now.required ?? []]
    for (const [name, schema] of Object.entries(had!)) {
      const field = `${where}.${name}`
      if (!has![name]) say(true, field, way === 'sent' ? 'is not taken any more' : 'is gone')
      else {
        if (always!.includes(name) && !alwaysNow!.includes(name))
          say(way === 'answered', field, 'may be left out now')
        if (!always!.includes(name) && alwaysNow!.includes(name))
          say(way === 'sent', field, 'is required now')
        compare(field, schema, has![name], way)
      }
    }
    for (const name of Object.keys(has!))
      if (!had![name]) {
        const required = way === 'sent' && alwaysNow!.includes(name)
        say(required, `${where}.${name}`, required ? 'is new and required' : 'is new')
      }
    const [others, othersNow] = [old.additionalProperties ?? true, now.additionalProperties ?? true]
    if (typeof others === 'object' && typeof othersNow === 'object')
      compare(`each of ${where}`, others, othersNow, way)
    else if (!isDeepStrictEqual(others, othersNow))
      say(way === 'sent' && othersNow !== true, where, 'is otherwise about fields without a name')
    if (old.propertyNames || now.propertyNames)
      compare(`the names in ${where}`, old.propertyNames ?? {}, now.propertyNames ?? {}, way)
  }
}

const nameOf = ({ $ref }: Schema): string => $ref.split('/').at(-1)
const valuesOf = ({ enum: list, const: only }: Schema): unknown[] | undefined =>
  list ?? (only === undefined ? undefined : [only])

/** The kinds of value a schema allows, by what tells them apart: the schema's name, its constant fields, or its type. */
function kindsOf(schema: Schema): Map<string, Schema> {
  const { anyOf, oneOf, ...common } = schema
  const kinds = new Map<string, Schema>()
  for (const one of (anyOf ?? oneOf ?? [{}]) as Schema[])
    for (const type of [one.type ?? common.type].flat()) {
      const constants = Object.entries<Schema>({ ...common.properties, ...one.properties }).flatMap(
        ([name, field]) => (field.const === undefined ? [] : [`${name} ${JSON.stringify(field.const)}`]),
      )
      let kind: string = one.$ref ? nameOf(one) : constants.join(', ') || type || 'anything'
      while (kinds.has(kind)) kind = `another ${kind}`
      kinds.set(kind, { ...common, ...one, type })
    }
  return kinds
}
