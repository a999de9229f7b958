import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ConfigError } from './environment.ts'
import { keptSecret } from './secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
  return () => rmSync(dataDir, { recursive: true })
})

test('the secret is created once, complete and for its owner only', () => {
  const secret = keptSecret(dataDir)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(keptSecret(dataDir)).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each([
  ['empty', ''],
  ['blank', ' \n'],
  ['short', 'a'.repeat(31)],
])('a secret file that is %s is refused and kept', (_, content) => {
  const file = join(dataDir, 'secret')
  writeFileSync(file, content)
  expect(() => keptSecret(dataDir)).toThrow(ConfigError)
  expect(() => keptSecret(dataDir)).toThrow(
    `${file} has ${content.trim().length} characters, expected at least 32`,
  )
  expect(readFileSync(file, 'utf8')).toBe(content)
})

test('a secret of 32 characters that the host wrote is accepted', () => {
  writeFileSync(join(dataDir, 'secret'), `${'a'.repeat(32)}\n`)
  expect(keptSecret(dataDir)).toBe('a'.repeat(32))
})
