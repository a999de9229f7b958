import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { CHECKS, type Check } from './how-blocks-are-run.ts'
import { BLOCKS, ROOT } from './read-blocks.ts'

const checksOf = (document: string): Check[] => {
  const checks = CHECKS[document] ?? []
  return Array.isArray(checks) ? checks : [{ start: '', ...checks }]
}

it('every block of the documents has one entry that says how it is run, or why not', () => {
  const wrong = [...BLOCKS].flatMap(([document, blocks]) =>
    blocks
      .filter((block) => checksOf(document).filter(({ start }) => block.startsWith(start)).length !== 1)
      .map((block) => `${document}: ${block.split('\n')[0]}`),
  )
  expect(wrong).toEqual([])
})

it('every entry has a block, and a test that reads it', () => {
  const wrong = Object.keys(CHECKS).flatMap((document) =>
    checksOf(document).filter((check) => {
      if (!BLOCKS.get(document)?.some((block) => block.startsWith(check.start))) return true
      if (!('by' in check)) return false
      const test = join(ROOT, check.by)
      const source = existsSync(test) ? readFileSync(test, 'utf8') : ''
      const isOfHarness = check.by.includes('/documented-commands/')
      return !source.includes(isOfHarness ? check.start : basename(document))
    }),
  )
  expect(wrong).toEqual([])
})
