import type { PushSubscription } from '@tegenzet/contract'
import { render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import Devices from './Devices.svelte'

const device: PushSubscription = {
  endpoint: 'https://push.example/phone',
  browser: 'Firefox',
  system: 'Android',
  name: null,
  current: false,
  createdAt: '2026-11-22T12:00:00.000Z',
  refusedSince: null,
}
const server = vi.hoisted(() => ({ items: [] as unknown[] }))
vi.mock('$lib/api/api.ts', () => ({ api: { call: async () => server } }))
vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))
vi.mock('$lib/i18n/format-time.ts', () => ({ formatDate: (instant: string) => instant.slice(0, 10) }))
afterEach(() => vi.unstubAllGlobals())

/** A browser that can show notifications. */
function stubBrowser(permission: NotificationPermission): void {
  vi.stubGlobal('navigator', { ...navigator, languages: ['en-GB'], serviceWorker: {} })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('isSecureContext', true)
}

it('says of each device since when it is on, or is refused by its service', async () => {
  stubBrowser('granted')
  server.items = [
    { ...device, current: true },
    {
      ...device,
      endpoint: 'https://push.example/desk',
      name: 'Desk',
      refusedSince: '2026-11-27T12:00:00.000Z',
    },
  ]
  render(Devices)
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringMatching(/Firefox on Android.*this device.*On since 2026-11-22/s),
    expect.stringMatching(/Desk.*Since 2026-11-27 the browser’s push service has refused/s),
  ])
  expect(screen.queryByRole('button', { name: 'Notify me on this device' })).toBeNull()
})

it('says that a browser no longer allows notifications, and can turn them on again', async () => {
  stubBrowser('denied')
  server.items = [{ ...device, current: true }]
  render(Devices)
  await screen.findByText(/The browser no longer allows notifications/)
  screen.getByRole('button', { name: 'Notify me on this device' })
})
