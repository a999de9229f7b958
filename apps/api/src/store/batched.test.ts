import { expect, test } from 'vitest'
import { batched } from './batched.ts'

function recorder(limits: { max: number; atOnce: number }) {
  const batches: number[][] = []
  const finish: (() => void)[] = []
  const double = batched(async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => finish.push(resolve))
    if (items.includes(13)) throw new Error('13')
    return items.map((item) => item * 2)
  }, limits)
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { batches, finish, double, nextTurn }
}

test('calls of one turn and those that come meanwhile are worked on together', async () => {
  const { batches, finish, double, nextTurn } = recorder({ max: 3, atOnce: 2 })
  const results = [1, 2, 3, 4].map(double)
  await nextTurn()
  await nextTurn()
  expect(batches).toEqual([[1, 2, 3], [4]])
  const later = [5, 6].map(double)
  await nextTurn()
  expect(batches).toHaveLength(2)
  finish[1]!()
  expect(await results[3]).toBe(8)
  await nextTurn()
  expect(batches[2]).toEqual([5, 6])
  finish[0]!()
  finish[2]!()
  expect(await Promise.all([...results, ...later])).toEqual([2, 4, 6, 8, 10, 12])
})

test('a batch that fails concerns no other', async () => {
  const { finish, double, nextTurn } = recorder({ max: 1, atOnce: 1 })
  const failing = double(13)
  const fine = double(1)
  await nextTurn()
  finish[0]!()
  await expect(failing).rejects.toThrow('13')
  await nextTurn()
  finish[1]!()
  expect(await fine).toBe(2)
})
