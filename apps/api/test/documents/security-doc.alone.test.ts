import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../..', import.meta.url)
const document = readFileSync(new URL('docs/security.md', ROOT), 'utf8')

test('every test that docs/security.md names exists', () => {
  const missing: string[] = []
  let cited = 0
  // a file, and the names of tests in it
  for (const [, path, names] of document.matchAll(
    /`((?:apps|packages|deploy|docs)\/[^`*]+)`((?:,? "[^"]+")*)/g,
  )) {
    const file = fileURLToPath(new URL(path!, ROOT))
    if (names)
      for (const [, name] of names.matchAll(/"([^"]+)"/g)) {
        cited++
        if (!readFileSync(file, 'utf8').includes(name!)) missing.push(`${path}: ${name}`)
      }
  }
  expect(missing).toEqual([])
  expect(cited).toBeGreaterThan(40)
})

test('docs/security.md lists each requirement that is not met, or in part only, at its end', () => {
  const rows = [...document.matchAll(/^\| ([\d., ]+) \|.*\*\*(Not met|Partly).*$/gm)]
  const [, summary] = document.split('## What is not met')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(([, number]) => number).filter((number) => !summary!.includes(` ${number}`))).toEqual([])
})

test('docs/security.md says for every job queue what bounds one owner’s share', () => {
  const sources = fileURLToPath(new URL('apps/api/src', ROOT))
  const queues = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-queue.ts') || path.endsWith('-calls.ts'))
    .flatMap((path) => [
      ...readFileSync(join(sources, path), 'utf8').matchAll(/QueueDefinition<\w+> = \{ name: '([\w-]+)'/g),
    ])
    .map(([, name]) => name!)
  expect(queues).toContain('mails')
  expect(queues.length).toBe(7)
  const [, table] = document.split('## Shared queues and pools')
  for (const name of queues) expect(table).toMatch(new RegExp(`^\\| [^|]*\`${name}\`[^|]*\\| .`, 'm'))
})
