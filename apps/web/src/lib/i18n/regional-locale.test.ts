import { expect, it } from 'vitest'
import { regionalLocale } from './locale.svelte.ts'

it.each([
  ['en', ['nl-NL', 'en-GB', 'en-US'], 'en-GB'],
  ['de', ['de-AT'], 'de-AT'],
  ['fr', ['en-GB'], 'fr'],
  ['en', ['nl-NL'], 'en-GB'],
  ['en', ['en-US', 'en-GB'], 'en-US'],
  ['en', ['en-US@posix'], 'en-GB'],
] as const)('dates on a page in %s for a reader of %j are written as in %s', (page, languages, expected) => {
  expect(regionalLocale(page, languages)).toBe(expected)
})
