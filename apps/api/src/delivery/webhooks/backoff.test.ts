import { expect, test } from 'vitest'
import { GIVE_UP_AFTER_MS, pauseAfter } from './backoff.ts'

function pausesOf(delivery: number): number[] {
  const pauses: number[] = []
  for (let pause = pauseAfter(1, delivery); pause !== null; pause = pauseAfter(pauses.length + 1, delivery))
    pauses.push(pause)
  return pauses
}

test('the pauses grow, and the last attempt comes a day after the first, or a little later', () => {
  for (let delivery = 1; delivery < 500; delivery++) {
    const pauses = pausesOf(delivery)
    expect(pauses).toHaveLength(10)
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    const whole = pauses.reduce((sum, pause) => sum + pause)
    expect(whole).toBeGreaterThanOrEqual(GIVE_UP_AFTER_MS)
    expect(whole).toBeLessThan(GIVE_UP_AFTER_MS * 1.11)
  }
})

test('what failed together does not come back together', () => {
  const first = Array.from({ length: 1000 }, (_, delivery) => pauseAfter(4, delivery)!)
  expect(Math.max(...first) - Math.min(...first)).toBeGreaterThan(50_000)
  expect(new Set(first.map((pause) => Math.floor(pause / 1000))).size).toBeGreaterThan(50)
})
