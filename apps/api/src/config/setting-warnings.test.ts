import { expect, test } from 'vitest'
import { proxyWarning, settingWarnings } from './setting-warnings.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['ADMIN', 'ADMINS'],
  ['SMPT_URL', 'SMTP_URL'],
  ['SECERT', 'SECRET'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['TEGENZET_PUBLIC_URL', 'PUBLIC_URL'],
])('%s is named as a misspelt %s', (name, meant) => {
  expect(settingWarnings({ [name]: 'x' })).toEqual([
    `${name} is no setting and is ignored: did you mean ${meant}?`,
  ])
})

test('ordinary variables and settings are not named', () => {
  const names =
    'PATH HOME HOSTNAME PORTAL USER SHELL TERM LANG PWD HOSTS SITE_URL REDIS_URL TEST_DATABASE_URL POSTGRES_PASSWORD NODE_ENV DATABASE_URL'
  expect(settingWarnings(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([])
})

test('a removed setting is named with what replaced it', () => {
  expect(settingWarnings({ OLD_LIMIT: '3' }, { OLD_LIMIT: 'use RATE_LIMIT.' })).toEqual([
    'OLD_LIMIT was removed and is ignored: use RATE_LIMIT.',
  ])
})

test.each([
  ['https without TRUST_PROXY', 'https://molen.example', false, /set TRUST_PROXY=true/],
  ['addresses that anybody can forge', 'http://molen.example', true, /anybody can forge/],
  ['a proxy that is trusted', 'https://molen.example', true, null],
  ['no proxy', 'http://molen.example', false, null],
])('proxies: %s', (_, publicUrl, trustProxy, expected) => {
  const warning = proxyWarning({ publicUrl, trustProxy, host: '0.0.0.0' })
  if (expected) expect(warning).toMatch(expected)
  else expect(warning).toBeNull()
})
