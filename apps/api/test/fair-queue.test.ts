import { expect, test } from 'vitest'
import { FairQueue } from '../../bot/src/fair-queue.ts'

test('an owner with many items keeps another one waiting for one item only', () => {
  const queue = new FairQueue<number>()
  for (let n = 0; n < 60; n++) queue.push('crowd', n)
  expect(queue.take()).toEqual({ owner: 'crowd', item: 0 })
  queue.push('guest', 100)
  expect([queue.take(), queue.take(), queue.take()].map((each) => each?.item)).toEqual([1, 100, 2])
})
