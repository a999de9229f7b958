import { afterEach, expect, it, vi } from 'vitest'
import { closeOutdated } from './close-outdated.ts'

afterEach(() => vi.unstubAllGlobals())

it('closes the notifications whose reason has gone, and no others', async () => {
  const shown = ['/games/1', '/games/2', '/lobby'].map((url) => ({ data: { url }, close: vi.fn() }))
  const getRegistration = async () => ({ getNotifications: async () => shown })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  await closeOutdated(new Set(['/games/2', '/games/3']))
  expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 1])
})

it('does nothing in a browser without service workers', async () => {
  vi.stubGlobal('navigator', {})
  await expect(closeOutdated(new Set())).resolves.toBeUndefined()
})
