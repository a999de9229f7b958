import { isDeepStrictEqual } from 'node:util'
import { resolveRef } from '../server/openapi-checks.ts'

export type Schema = Record<string, any>
/** The server must accept every old request, and an old client must understand every new response. */
type Direction = 'request' | 'response'
/** Reports a change at a place in the document. */
export type ReportChange = (isBreaking: boolean, where: string, what: string) => void

/** Keywords that do not affect which values are valid. */
const ANNOTATIONS = ['title', 'description', 'examples', 'example', 'default', 'deprecated', 'x-open']
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const STRUCTURE = [
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'properties',
  'required',
  'items',
  'prefixItems',
]
const HANDLED_KEYWORDS = new Set([
  ...ANNOTATIONS,
  ...LOWER_BOUNDS,
  ...UPPER_BOUNDS,
  ...STRUCTURE,
  'additionalProperties',
  'propertyNames',
])

/** @returns a function that compares a schema of the old document with its counterpart in the new one */
export function schemaComparer(oldDocument: object, newDocument: object, report: ReportChange) {
  /** Named schemas are compared once per direction. */
  const compared = new Set<string>()
  return compare

  function compare(
    where: string,
    old: Schema | undefined,
    now: Schema | undefined,
    direction: Direction,
  ): void {
    if (!old || !now) {
      if (old) report(true, where, 'was removed')
      if (now) report(false, where, 'was added')
    } else if (old.$ref && old.$ref === now.$ref) {
      const key = `${direction} ${old.$ref}`
      if (compared.has(key)) return
      compared.add(key)
      compareAlternatives(nameOf(old), resolveRef(oldDocument, old), resolveRef(newDocument, now), direction)
    } else if (old.$ref || now.$ref) {
      compare(where, resolveRef(oldDocument, old), resolveRef(newDocument, now), direction)
    } else compareAlternatives(where, old, now, direction)
  }

  function compareAlternatives(where: string, old: Schema, now: Schema, direction: Direction): void {
    const [oldOnes, newOnes] = [alternativesOf(old), alternativesOf(now)]
    const extensible = old['x-open'] === true
    for (const [name, oldOne] of oldOnes) {
      const newOne = newOnes.get(name)
      if (!newOne) report(direction === 'request', where, `no longer allows ${name}`)
      else if (oldOne.$ref || newOne.$ref) compare(where, oldOne, newOne, direction)
      else compareOne(where, oldOne, newOne, direction, extensible || oldOne['x-open'] === true)
    }
    for (const name of newOnes.keys())
      if (!oldOnes.has(name)) report(direction === 'response' && !extensible, where, `now allows ${name}`)
  }

  function compareOne(
    where: string,
    old: Schema,
    now: Schema,
    direction: Direction,
    extensible: boolean,
  ): void {
    compareValues(where, old, now, direction, extensible)
    compareBounds(where, old, now, direction)
    compareFields(where, old, now, direction)
    if (old.items || now.items) compare(`each of ${where}`, old.items ?? {}, now.items ?? {}, direction)
    const [oldItems, newItems] = [old.prefixItems ?? [], now.prefixItems ?? []]
    if (oldItems.length !== newItems.length)
      report(true, where, `has ${newItems.length} items instead of ${oldItems.length}`)
    else for (const [i, item] of oldItems.entries()) compare(`${where}[${i}]`, item, newItems[i], direction)
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)]))
      if (!HANDLED_KEYWORDS.has(keyword) && !isDeepStrictEqual(old[keyword], now[keyword]))
        report(true, where, `has a different ${keyword}`)
  }

  function compareValues(
    where: string,
    old: Schema,
    now: Schema,
    direction: Direction,
    extensible: boolean,
  ): void {
    const [oldValues, newValues] = [valuesOf(old), valuesOf(now)]
    const breaksRequests = direction === 'request'
    const breaksResponses = direction === 'response' && !extensible
    for (const value of oldValues ?? [])
      if (newValues && !newValues.includes(value))
        report(breaksRequests, where, `no longer allows ${JSON.stringify(value)}`)
    for (const value of newValues ?? [])
      if (oldValues && !oldValues.includes(value))
        report(breaksResponses, where, `now allows ${JSON.stringify(value)}`)
    if (!oldValues && newValues) report(breaksRequests, where, 'is now limited to a list of values')
    if (oldValues && !newValues) report(breaksResponses, where, 'is no longer limited to a list of values')
  }

  function compareBounds(where: string, old: Schema, now: Schema, direction: Direction): void {
    for (const keyword of [...LOWER_BOUNDS, ...UPPER_BOUNDS]) {
      const [was, is] = [old[keyword], now[keyword]]
      if (was === is) continue
      const tighter =
        is !== undefined && (was === undefined || (LOWER_BOUNDS.includes(keyword) ? is > was : is < was))
      report(
        direction === 'request' && tighter,
        where,
        `has ${keyword} ${is ?? 'none'} instead of ${was ?? 'none'}`,
      )
    }
  }

  function compareFields(where: string, old: Schema, now: Schema, direction: Direction): void {
    const oldFields: Schema = old.properties ?? {}
    const newFields: Schema = now.properties ?? {}
    const wasRequired = (name: string): boolean => old.required?.includes(name) ?? false
    const isRequired = (name: string): boolean => now.required?.includes(name) ?? false
    for (const [name, schema] of Object.entries(oldFields)) {
      const field = `${where}.${name}`
      if (!newFields[name])
        report(true, field, direction === 'request' ? 'is no longer accepted' : 'was removed')
      else {
        if (wasRequired(name) && !isRequired(name)) report(direction === 'response', field, 'is now optional')
        if (!wasRequired(name) && isRequired(name)) report(direction === 'request', field, 'is now required')
        compare(field, schema, newFields[name], direction)
      }
    }
    for (const name of Object.keys(newFields))
      if (!oldFields[name]) {
        const required = direction === 'request' && isRequired(name)
        report(required, `${where}.${name}`, required ? 'was added as required' : 'was added')
      }
    compareUnnamedFields(where, old, now, direction)
  }

  function compareUnnamedFields(where: string, old: Schema, now: Schema, direction: Direction): void {
    const [oldOthers, newOthers] = [old.additionalProperties ?? true, now.additionalProperties ?? true]
    if (typeof oldOthers === 'object' && typeof newOthers === 'object')
      compare(`each of ${where}`, oldOthers, newOthers, direction)
    else if (!isDeepStrictEqual(oldOthers, newOthers))
      report(direction === 'request' && newOthers !== true, where, 'has different additionalProperties')
    if (old.propertyNames || now.propertyNames)
      compare(`the field names in ${where}`, old.propertyNames ?? {}, now.propertyNames ?? {}, direction)
  }
}

const nameOf = ({ $ref }: Schema): string => $ref.split('/').at(-1)
const valuesOf = ({ enum: list, const: only }: Schema): unknown[] | undefined =>
  list ?? (only === undefined ? undefined : [only])

/** The alternatives of a schema by what distinguishes them: schema name, constant fields, or type. */
function alternativesOf(schema: Schema): Map<string, Schema> {
  const { anyOf, oneOf, ...common } = schema
  const alternatives = new Map<string, Schema>()
  for (const one of (anyOf ?? oneOf ?? [{}]) as Schema[])
    for (const type of [one.type ?? common.type].flat()) {
      const constants = Object.entries<Schema>({ ...common.properties, ...one.properties }).flatMap(
        ([name, field]) => (field.const === undefined ? [] : [`${name} ${JSON.stringify(field.const)}`]),
      )
      let name: string = one.$ref ? nameOf(one) : constants.join(', ') || type || 'anything'
      while (alternatives.has(name)) name = `another ${name}`
      alternatives.set(name, { ...common, ...one, type })
    }
  return alternatives
}
