import { expect, test } from 'vitest'
import { backoffMs } from '../../jobs/backoff.ts'
import { DELIVERY_BACKOFF, GIVE_UP_AFTER_MS } from './delivery-backoff.ts'

function delaysOf(delivery: number): number[] {
  const delays: number[] = []
  for (;;) {
    const delay = backoffMs(DELIVERY_BACKOFF, delays.length + 1, delivery)
    if (delay === null) return delays
    delays.push(delay)
  }
}

test('the delays grow, and the last attempt comes a day after the first or a little later', () => {
  for (let delivery = 1; delivery < 500; delivery++) {
    const delays = delaysOf(delivery)
    expect(delays).toHaveLength(10)
    expect(delays).toEqual([...delays].sort((a, b) => a - b))
    const total = delays.reduce((sum, delay) => sum + delay)
    expect(total).toBeGreaterThanOrEqual(GIVE_UP_AFTER_MS)
    expect(total).toBeLessThan(GIVE_UP_AFTER_MS * 1.11)
  }
})

test('deliveries that failed together are not retried together', () => {
  const first = Array.from({ length: 1000 }, (_, delivery) => backoffMs(DELIVERY_BACKOFF, 4, delivery)!)
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(50_000)
  expect(new Set(first.map((delay) => Math.floor(delay / 1000))).size).toBeGreaterThan(50)
})
