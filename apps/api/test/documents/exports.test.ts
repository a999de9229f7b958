import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const FILES = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((path) => /\.(ts|svelte|js|mjs)$/.test(path) && existsSync(join(ROOT, path)))
/** What programs of others import, and what SvelteKit does. */
const FOR_OTHERS = /^packages\/client\/|^apps\/web\/src\/(hooks|.*\/\+)/
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm

it('a file exports nothing that no other file names', () => {
  const texts = new Map(FILES.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  /** Every word, with the one file that has it; null: several have it. */
  const owners = new Map<string, string | null>()
  for (const [path, text] of texts)
    for (const word of new Set(text.match(/[\w$]+/g))) owners.set(word, owners.has(word) ? null : path)
  const exported = [...texts]
    .filter(([path]) => path.endsWith('.ts') && !FOR_OTHERS.test(path))
    .flatMap(([path, text]) => [...text.matchAll(EXPORT)].map(([, name = '']) => ({ path, name })))
  expect(exported.length).toBeGreaterThan(3000)
  expect(exported.filter(({ name }) => owners.get(name) !== null)).toEqual([])
})
