import { expect, test } from 'vitest'
import { LogSample } from './log-sample.ts'

const start = new Date('2026-11-20T12:00:00.000Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const times = (count: number, sample: LogSample, kind: string) =>
  Array.from({ length: count }, () => sample.take(kind)).filter((skipped) => skipped !== null)

test('takes the first 100 lines of a minute, then one in 100, and says how many were skipped', () => {
  const sample = new LogSample(() => start)
  expect(times(100, sample, '404')).toEqual(Array(100).fill(0))
  expect(times(301, sample, '404')).toEqual([0, 99, 99, 99])
})

test('counts each kind separately', () => {
  const sample = new LogSample(() => start)
  times(1000, sample, '429')
  expect(times(3, sample, '401')).toEqual([0, 0, 0])
})

test('begins again with the next minute and still says what was skipped before', () => {
  let now = start
  const sample = new LogSample(() => now)
  times(150, sample, '404')
  now = at(60_000)
  expect(times(3, sample, '404')).toEqual([49, 0, 0])
})
