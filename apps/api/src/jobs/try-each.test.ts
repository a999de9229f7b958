import { DatabaseUnavailable } from '@tegenzet/db'
import { expect, test } from 'vitest'
import { tryEach } from './try-each.ts'

const failing =
  (done: number[], ...broken: number[]) =>
  async (n: number) => {
    if (broken.includes(n)) throw new Error(`${n} is broken`)
    done.push(n)
  }

test('an item that fails does not keep the others waiting', async () => {
  const done: number[] = []
  await expect(tryEach([1, 2, 3], failing(done, 1))).rejects.toThrow('1 is broken')
  expect(done).toEqual([2, 3])
  await expect(tryEach([1, 2, 3], failing(done, 1, 2))).rejects.toThrow('2 of 3 failed')
  expect(done).toEqual([2, 3, 3])
  expect(await tryEach([1, 2], failing(done))).toBe(2)
})

test('no further item is tried without a database', async () => {
  const tried: number[] = []
  const work = async (n: number) => {
    tried.push(n)
    throw new DatabaseUnavailable('unreachable', new Error('gone'))
  }
  await expect(tryEach([1, 2], work)).rejects.toThrow('gone')
  expect(tried).toEqual([1])
})
