import { afterEach, expect, it, vi } from 'vitest'
import { deviceTimeZone, knownTimeZone } from './time-zone.svelte.ts'

afterEach(() => vi.restoreAllMocks())

const onDeviceWith = (timeZone: string) => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
}

it('is the zone of the device', () => {
  onDeviceWith('Europe/Brussels')
  expect([knownTimeZone(), deviceTimeZone()]).toEqual(['Europe/Brussels', 'Europe/Brussels'])
})

it('is UTC where the browser does not tell', () => {
  onDeviceWith('Etc/Unknown')
  expect([knownTimeZone(), deviceTimeZone()]).toEqual([undefined, 'UTC'])
})
