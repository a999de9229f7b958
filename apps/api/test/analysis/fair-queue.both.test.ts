import { expect, test } from 'vitest'
import { FairQueue } from '../../../bot/src/fair-queue.ts'

const on = (day: number) => `2026-12-${String(day).padStart(2, '0')}T12:00:00.000Z`

function takeAll<T>(queue: FairQueue<T>): T[] {
  const taken: T[] = []
  for (let next = queue.take(); next; next = queue.take()) taken.push(next.item)
  return taken
}

test('an owner with many items keeps another one waiting for one item only', () => {
  const queue = new FairQueue<number>()
  for (let n = 0; n < 60; n++) queue.push('crowd', on(1), n)
  expect(queue.take()).toEqual({ owner: 'crowd', item: 0 })
  queue.push('guest', on(9), 100)
  expect([queue.take(), queue.take(), queue.take()].map((each) => each?.item)).toEqual([1, 100, 2])
})

test('the nearest deadline comes first, of an owner and among owners that wait for the same round', () => {
  const queue = new FairQueue<string>()
  queue.push('anna', on(7), 'anna 7')
  queue.push('bram', null, 'bram, no deadline')
  queue.push('bram', on(5), 'bram 5')
  queue.push('anna', on(3), 'anna 3')
  queue.push('carla', on(1), 'carla 1')
  expect(takeAll(queue)).toEqual(['carla 1', 'anna 3', 'bram 5', 'anna 7', 'bram, no deadline'])
})

test('an owner that always has a near deadline keeps another one waiting for one item only', () => {
  const queue = new FairQueue<string>()
  queue.push('hasty', on(1), 'hasty')
  queue.push('calm', on(9), 'calm')
  const taken = [queue.take()]
  queue.push('hasty', on(1), 'hasty again')
  taken.push(queue.take())
  expect(taken.map((each) => each?.item)).toEqual(['hasty', 'calm'])
})
