import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionStatus } from './connection-status.svelte.ts'

let setStatus: (status: string) => void
vi.mock('$lib/api/live.svelte.ts', () => ({
  live: () => ({
    onStatus: (onStatus: typeof setStatus) => {
      setStatus = onStatus
      return () => {}
    },
  }),
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a connection counts as lost only if it does not come back at once', () => {
  const connection = new ConnectionStatus()
  connection.follow()
  setStatus('connecting')
  vi.advanceTimersByTime(1000)
  setStatus('open')
  vi.advanceTimersByTime(5000)
  expect(connection.lost).toBe(false)
  setStatus('connecting')
  vi.advanceTimersByTime(5000)
  expect(connection.lost).toBe(true)
  setStatus('open')
  expect(connection.lost).toBe(false)
})
