import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '../../..')
const ROOT = join(import.meta.dirname, '../messages')
const LOCALES = ['en', 'nl', 'de', 'fr']
const areas = readdirSync(ROOT).sort()

type Catalogue = Record<string, unknown>
const read = (area: string, locale: string): Catalogue => {
  const { $schema, ...messages } = JSON.parse(readFileSync(join(ROOT, area, `${locale}.json`), 'utf8'))
  return messages
}

/** The texts of a message: one, or one per plural variant. */
const texts = (message: unknown): string[] =>
  typeof message === 'string'
    ? [message]
    : (message as { match: Record<string, string> }[]).flatMap((variants) => Object.values(variants.match))
const placeholders = (message: unknown): string[] =>
  [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort()

const filesIn = (path: string) =>
  readdirSync(join(REPOSITORY, path), { recursive: true, withFileTypes: true })
const client = filesIn('apps/web/src')
const server = filesIn('apps/api/src')
/** A route group's folder is its name in parentheses. */
const folders = new Set(
  [...client, ...server]
    .filter((each) => each.isDirectory())
    .map(({ name }) => name.replace(/^\((.+)\)$/, '$1')),
)

describe.each(areas)('the %s catalogue', (area) => {
  const english = read(area, 'en')

  it('is named after a folder of the client or the server', () => {
    expect([...folders]).toContain(area)
  })

  it('has only keys that begin with its name', () => {
    const prefix = `${area.replaceAll('-', '_')}_`
    expect(Object.keys(english).filter((key) => !key.startsWith(prefix))).toEqual([])
  })

  it.each(LOCALES)('has exactly the English messages, none empty, in %s', (locale) => {
    const catalogue = read(area, locale)
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort())
    for (const [key, message] of Object.entries(catalogue))
      for (const text of texts(message)) expect(text.trim(), key).not.toBe('')
  })

  it.each(LOCALES)('asks for the same values in %s', (locale) => {
    const catalogue = read(area, locale)
    for (const [key, message] of Object.entries(english))
      expect(placeholders(catalogue[key]), key).toEqual(placeholders(message))
  })
})

it('every area is compiled', () => {
  const settings = JSON.parse(readFileSync(join(ROOT, '../project.inlang/settings.json'), 'utf8'))
  const { pathPattern } = settings['plugin.inlang.messageFormat']
  expect(pathPattern).toEqual(areas.map((area) => `./messages/${area}/{locale}.json`))
})

it('every message is used', () => {
  const sources = [...client, ...server, ...filesIn('packages/texts/src')]
    .filter(({ name }) => /(?<![.]test)[.](ts|svelte)$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const used = new Set(sources.flatMap((source) => source.match(/(?<=\bm\.)\w+/g) ?? []))
  const keys = areas.flatMap((area) => Object.keys(read(area, 'en')))
  expect(keys.filter((key) => !used.has(key))).toEqual([])
})

// A plain space would let the punctuation mark wrap to the next line.
it.each(areas)('French punctuation is joined by no-break spaces in the %s catalogue', (area) => {
  const all = Object.values(read(area, 'fr')).flatMap(texts)
  expect(all.filter((text) => / [;:!?»]|« |[^\s\d][;!?»]|[^\s\d]: /u.test(text))).toEqual([])
})

it('no message is in two catalogues', () => {
  const keys = areas.flatMap((area) => Object.keys(read(area, 'en')))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
