import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RULE_SET_IDS, ruleSet } from './index.ts'

// Every page, mail, picture and document reads the names of rule sets from one place: packages/rules/src/registry.ts.

const REPOSITORY = join(import.meta.dirname, '../../..')
const SOURCES = ['apps', 'packages', 'docs', 'deploy', 'README.md', 'CHANGELOG.md']
const IS_SOURCE = /\.(ts|js|svelte|json|md|html|ics|txt)$/
const IS_LEFT_OUT =
  /node_modules|\/dist[^/]*\/|(?<!puzzles)\/build\/|\.svelte-kit|\/test\/|\.test\.ts$|docs\/decisions\.md$/
/** Where the names may be: the one place, and documents that tests compare with it. */
const MAY_NAME = ['packages/rules/src/registry.ts', 'docs/rules.md', 'docs/openapi.json']

/** Names that rule sets had. */
const OLD = ['(Jijbent)', '(Brettspielnetz)', 'Merels, wild', 'Merels, diagonal']

const names = RULE_SET_IDS.flatMap((id) => Object.values(ruleSet(id).names))
/** Those that mean nothing else. */
const unmistakable = [...new Set(names)].filter((name) => name.includes(' ') && name !== 'Jeu du moulin')

function* filesIn(path: string): Generator<string> {
  const entries = path.includes('.')
    ? [path]
    : readdirSync(join(REPOSITORY, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(REPOSITORY.length + 1))
  for (const file of entries) if (IS_SOURCE.test(file) && !IS_LEFT_OUT.test(file)) yield file
}

test('a rule set is named in one place, and nothing has an old name', () => {
  const found: string[] = []
  for (const file of SOURCES.flatMap((path) => [...filesIn(path)])) {
    const text = readFileSync(join(REPOSITORY, file), 'utf8')
    const forbidden = MAY_NAME.includes(file) ? OLD : [...OLD, ...unmistakable]
    for (const name of forbidden) if (text.includes(name)) found.push(`${file}: ${name}`)
  }
  expect(found).toEqual([])
})

test('the rules page of the documents has the names', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/rules.md'), 'utf8')
  for (const id of RULE_SET_IDS) {
    const { nl, de, en, fr } = ruleSet(id).names
    const all = [nl, de, en, fr]
    const shown = new Set(all).size === 1 ? nl : all.join(' / ')
    expect(page).toMatch(new RegExp(`\\| \`${id}\` \\| [^|]+ \\| ${shown} \\|`))
  }
})
