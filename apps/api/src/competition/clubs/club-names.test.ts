import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lookOfName } from '../../accounts/names/reserved-names.ts'
import { freeSlug, slugOf } from './club-names.ts'

it.each([
  ['Molenclub Utrecht', 'molenclub-utrecht'],
  ['  É. & F.  ', 'e-f'],
  ['Ångström & Söhne', 'angstrom-sohne'],
  ['Club – 2026!', 'club-2026'],
  ['♟️♟️♟️', ''],
  ['Ya', ''],
  [`${'a'.repeat(39)} bc`, 'a'.repeat(39)],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it('numbers slugs that are taken, and clubs of whose name nothing is left', () => {
  const taken = new Set(['mill-town', 'mill-town-2', 'club-1'])
  const isTaken = (slug: string) => taken.has(slug)
  expect(freeSlug('Mill Town', isTaken)).toBe('mill-town-3')
  expect(freeSlug('New', isTaken)).toBe('new-2')
  expect(freeSlug('磨坊俱乐部', isTaken)).toBe('club-2')
  expect(freeSlug('x'.repeat(40), (slug) => slug === 'x'.repeat(40))).toBe(`${'x'.repeat(38)}-2`)
})

it('finds a free slug of 3 to 40 letters, digits and hyphens for every name', () => {
  const name = fc.string({ minLength: 3, maxLength: 40, unit: 'grapheme' })
  fc.assert(
    fc.property(name, fc.integer({ min: 0, max: 120 }), (name, others) => {
      const taken = new Set<string>()
      for (let n = 0; n <= others; n++) {
        const slug = freeSlug(name, (slug) => taken.has(slug))
        expect(slug).toMatch(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])$/)
        expect(slug.length).toBeGreaterThanOrEqual(3)
        expect(['new', 'search', 'mine']).not.toContain(slug)
        expect(taken.has(slug)).toBe(false)
        taken.add(slug)
      }
    }),
    { numRuns: 50 },
  )
})

it.each([
  ['Mill Town', 'MILL-TOWN'],
  ['Mill Town', 'Мill Тоwn'],
  ['Mill Town', 'Mi11 T0wn'],
  ['Café Molen', 'Cafe Molen'],
  ['Molenclub 2', 'molenclub  2'],
])('%s looks like %s', (one, other) => {
  expect(lookOfName(one)).toBe(lookOfName(other))
})

it.each([
  ['Molenclub 2', 'Molenclub 3'],
  ['Team6', 'Team9'],
  ['Molenclub 6', 'Molenclub 9'],
  ['♟️♟️♟️', '🎲🎲🎲'],
])('%s does not look like %s', (one, other) => {
  expect(lookOfName(one)).not.toBe(lookOfName(other))
})
