import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../messages')
const LOCALES = ['en', 'nl', 'de', 'fr']
const areas = readdirSync(ROOT)

type Catalogue = Record<string, unknown>
const read = (area: string, locale: string): Catalogue => {
  const { $schema, ...messages } = JSON.parse(readFileSync(join(ROOT, area, `${locale}.json`), 'utf8'))
  return messages
}

/** The texts of a message: one, or one a plural variant. */
const texts = (message: unknown): string[] =>
  typeof message === 'string'
    ? [message]
    : (message as { match: Record<string, string> }[]).flatMap((variants) => Object.values(variants.match))
const placeholders = (message: unknown): string[] =>
  [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort()

describe.each(areas)('the %s catalogue', (area) => {
  const english = read(area, 'en')

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

/** A sign on a line of its own, or a name cut off its quotation mark, is what a plain space allows. */
it.each(areas)('French signs stay with their words in the %s catalogue', (area) => {
  const all = Object.values(read(area, 'fr')).flatMap(texts)
  expect(all.filter((text) => / [;:!?»]|« |[^\s\d][;!?»]|[^\s\d]: /u.test(text))).toEqual([])
})

it('no message is in two catalogues', () => {
  const keys = areas.flatMap((area) => Object.keys(read(area, 'en')))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
