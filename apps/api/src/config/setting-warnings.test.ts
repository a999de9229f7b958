import { expect, test } from 'vitest'
import { settingWarnings } from './setting-warnings.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
  ['ADMIN', 'ADMINS'],
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
