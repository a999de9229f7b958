import { readdirSync } from 'node:fs'
import { PAGES } from '@tegenzet/pages'
import { expect, test } from 'vitest'

test('every route says what its page starts with, and no other', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const routes = files
    .filter((file) => file.endsWith('+page.svelte'))
    .map((file) => `/${file.replace(/\(\w+\)\/|\/?\+page\.svelte$/g, '')}`)
  expect(Object.keys(PAGES).toSorted()).toEqual(routes.toSorted())
})
