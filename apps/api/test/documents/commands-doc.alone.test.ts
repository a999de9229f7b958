import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS_FILE, settingsPage } from '../config/recorded-settings.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

test('docs/settings.md is what `pnpm settings` writes', () => {
  expect(readFileSync(SETTINGS_FILE, 'utf8')).toBe(settingsPage())
})

test('docs/commands.md names every command for hosts, every benchmark and every test suite, and no other', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const commands = scripts.filter((name) =>
    /^(bench|bot|engine|puzzles|records|rules|soak|tables|tegenzet|test)\b/.test(name),
  )
  // the subcommands, as in `usage: admin grant USERNAME`
  const usages = ['accounts/admins', 'analysis/explorer', 'competition/ratings', 'play/results'].map((area) =>
    read(`apps/api/src/${area}/cli.ts`),
  )
  const subcommands = usages.flatMap((usage) =>
    [...usage.matchAll(/^(?:const USAGE = `usage:| {6}) ((?:admin|explorer|ratings|results) [a-z-]+)/gm)].map(
      ([, name]) => name!,
    ),
  )
  expect(subcommands).toEqual(
    expect.arrayContaining([
      'admin grant',
      'admin remove-factors',
      'explorer rebuild',
      'ratings rebuild',
      'results rebuild',
    ]),
  )
  const ofHosts = Array.from(
    (/PROGRAMS = \{([^}]*)\}/.exec(read('bundle/tegenzet.mjs'))?.[1] ?? '').matchAll(/(\w+):/g),
    ([, name]) => name!,
  )
  const document = read('docs/commands.md')
  const isNamed = (name: string) => new RegExp(`\`(tegenzet |-s )?${name}[ \`]`).test(document)
  expect([...commands, ...ofHosts, ...subcommands].filter((name) => !isNamed(name))).toEqual([])
  const named = Array.from(
    document.matchAll(/(?<=^\| |, )`(?:-s )?([\w:-]+)[^`]*`(?=.* \| )/gm),
    ([, name]) => name!,
  )
  expect(named.filter((name) => !scripts.includes(name))).toEqual([])
})
