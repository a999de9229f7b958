import { expect, test } from 'vitest'
import { RequestCounts } from './request-counts.ts'

const START = Date.UTC(2026, 10, 20, 12)

/** Counts by a clock in the test's hand. */
function counting() {
  let at = START
  const counts = new RequestCounts(() => new Date(at))
  return { counts, advance: (ms: number) => (at += ms) }
}
const add = (counts: RequestCounts, times: number, key = 'read account 1', limit = 100) => {
  let last = 0
  for (let n = 0; n < times; n++) last = counts.add(key, limit).current
  return last
}

test('requests are counted by the minute of the clock', () => {
  const { counts, advance } = counting()
  advance(20_000)
  expect(counts.add('a', 10)).toEqual({ current: 1, ttl: 40_000 })
  advance(39_999)
  expect(counts.add('a', 10)).toEqual({ current: 2, ttl: 1 })
  advance(1)
  expect(counts.add('a', 10)).toEqual({ current: 1, ttl: 60_000 })
})

test('adds the latest counts of the other processes', () => {
  const [here, there, elsewhere] = [counting(), counting(), counting()]
  add(there.counts, 30)
  here.counts.receive('there', there.counts.takeUnshared(100)!)
  add(there.counts, 5)
  here.counts.receive('there', there.counts.takeUnshared(100)!)
  add(elsewhere.counts, 20)
  here.counts.receive('elsewhere', elsewhere.counts.takeUnshared(100)!)
  expect(add(here.counts, 1)).toBe(56)
})

test('shares only changed counts near their limit, a few at a time', () => {
  const { counts } = counting()
  add(counts, 9)
  expect(counts.takeUnshared(100)).toBeNull()
  add(counts, 1)
  expect(counts.takeUnshared(100)?.by).toEqual({ 'read account 1': 10 })
  expect(counts.takeUnshared(100)).toBeNull()
  for (const key of ['a', 'b', 'c']) add(counts, 1, key, 1)
  expect(Object.keys(counts.takeUnshared(2)!.by)).toEqual(['a', 'b'])
  expect(Object.keys(counts.takeUnshared(2)!.by)).toEqual(['c'])
})

test('ignores counts of a past minute, and begins a minute that another process has begun', () => {
  const { counts, advance } = counting()
  const behind = counting()
  add(behind.counts, 50)
  const old = behind.counts.takeUnshared(100)!
  advance(60_000)
  add(counts, 10)
  counts.receive('behind', old)
  expect(add(counts, 1)).toBe(11)
  behind.counts.receive('ahead', counts.takeUnshared(100)!)
  expect(add(behind.counts, 1)).toBe(12)
})

test('ignores a process whose clock runs far ahead', () => {
  const [here, ahead] = [counting(), counting()]
  ahead.advance(3_600_000)
  add(ahead.counts, 50)
  here.counts.receive('ahead', ahead.counts.takeUnshared(100)!)
  expect(add(here.counts, 1)).toBe(1)
  here.advance(60_000)
  expect(add(here.counts, 1)).toBe(1)
})
