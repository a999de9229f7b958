import type { Account } from '@tegenzet/contract'
import { flushSync } from 'svelte'
import { expect, it, vi } from 'vitest'
import { followLive } from './follow-live.ts'
import { session } from './session.svelte.ts'

const connections = vi.hoisted(() => ({ opened: 0 }))
vi.mock('@tegenzet/client', async (original) => ({
  ...(await original<typeof import('@tegenzet/client')>()),
  connectLive: () => {
    connections.opened++
    return { onEvent: () => () => {}, onOpen: () => () => {}, onBuild: () => () => {}, close: () => {} }
  },
}))

it('goes on when the account is loaded again, and connects again for another account or other rights', () => {
  const account = (id: number, change: Partial<Account> = {}) =>
    ({ id, username: 'anna', ...change }) as Account
  session.loaded = true
  session.account = account(1)
  let runs = 0
  const end = $effect.root(() => {
    $effect(() => {
      runs++
      return followLive(
        () => {},
        () => {},
      )
    })
  })
  flushSync()
  // as every ten seconds while the server cannot be reached, or after a change of settings
  session.account = account(1)
  flushSync()
  session.account = account(1, { timezone: 'Europe/Amsterdam' })
  flushSync()
  expect([runs, connections.opened]).toEqual([1, 1])
  session.account = account(1, { secondFactor: true })
  flushSync()
  session.account = account(1, { secondFactor: true, roles: ['arbiter'] })
  flushSync()
  expect([runs, connections.opened]).toEqual([3, 3])
  session.account = account(2)
  flushSync()
  session.account = null
  flushSync()
  expect([runs, connections.opened]).toEqual([5, 5])
  end()
})
