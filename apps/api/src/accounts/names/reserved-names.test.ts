import { publicName } from '@tegenzet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfficialName, isServerName } from './reserved-names.ts'

const accepts = (name: string) => publicName(80).safeParse(name).success && !isOfficialName(name)

test.each([
  ['Tеgenzet', 'a Cyrillic е'],
  ['ТЕGENZЕТ Cup', 'Cyrillic capitals'],
  ['tegen2et', 'a digit for a letter'],
  ['Ｔｅｇｅｎｚｅｔ', 'full-width letters'],
  ['𝓣𝓮𝓰𝓮𝓷𝔃𝓮𝓽', 'mathematical letters'],
  ['Ŧegenzet', 'a stroke'],
  ['moderat0r2', 'a digit for a letter before a number'],
  ['Adrnin', 'rn for m'],
  ['AdmIn', 'a capital I'],
  ['adm|n', 'a bar'],
  ['аdmіn', 'Cyrillic letters'],
  ['Нelpdesk', 'a Cyrillic capital'],
  ['the Supp0rt teаm', 'fillers'],
  ['0fficiaI', 'more than one'],
])('%s looks official: %s', (name) => {
  expect(isOfficialName(name)).toBe(true)
})

test.each([['Pipp1n'], ['cornputer-3'], ['gue5t-12'], ['GUEST_4'], ['c1osed-7']])(
  '%s looks like a name that only the server gives',
  (name) => {
    expect(isServerName(name)).toBe(true)
  },
)

test.each([
  ['a zero-width space', 'Club\u200bcup'],
  ['a soft hyphen', 'Club\u00adcup'],
  ['a reversal of direction', 'Club\u202epuc'],
  ['an isolate', 'Club\u2067cup\u2069'],
  ['a Hangul filler', '\u3164'],
  ['a blank Braille pattern', '\u2800'],
  ['a joiner of marks', 'Club\u034fcup'],
  ['a selector after a letter', 'Club\ufe0fcup'],
  ['a tag', 'Club\u{e0041}cup'],
  ['a line break', 'Club\ncup'],
])('a name with %s is refused', (_, name) => {
  expect(publicName(80).safeParse(name).success).toBe(false)
})

const PEOPLE = [
  ...['José', 'Zoë', 'François', 'Müller', 'Łukasz', 'Søren', 'Žižek', 'Ørsted', 'Đặng', 'Núñez', 'O’Brien'],
  ...['Ångström', 'Íñigo', 'Nguyễn', 'İbrahim', 'Dvořák', 'Þórdís', 'Weiß', 'Œuvrard', 'Ștefan', 'Gökçe'],
  ...['Adminas', 'Modesto', 'Stafford', 'Supponen', 'Rootveld', 'Ĳsbrand', 'd’Hondt', 'Ħamrun', 'Ķeniņš'],
]

test('names of people with accents can name a tournament, composed or not', () => {
  const names = fc
    .array(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 5 })
    .chain((words) =>
      fc.tuple(
        fc.constant(words),
        fc.constantFrom(' ', '-', ' & ', ', '),
        fc.constantFrom('', ' 2026', ' – ♟️ open'),
      ),
    )
    .map(([words, between, end]) => words.join(between) + end)
  fc.assert(
    fc.property(names, fc.constantFrom('NFC', 'NFD'), (name, form) => {
      const written = name.normalize(form)
      return written.length > 80 || accepts(written)
    }),
  )
})
