import argon2 from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { RefusalError } from '../../refusal.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a password matches its own hash only', async () => {
  const hashed = await hashPassword('correct horse battery', 'a')
  expect(await verifyPassword(hashed, 'correct horse battery', 'a')).toBe(true)
  expect(await verifyPassword(hashed, 'correct horse battery ', 'a')).toBe(false)
  expect(await hashPassword('correct horse battery', 'a')).not.toBe(hashed)
})

test('two passwords are hashed at once; the addresses of the others take turns, and each has a share', async () => {
  const finish: ((hash: string) => void)[] = []
  vi.spyOn(argon2, 'hash').mockImplementation(() => new Promise((resolve) => finish.push(resolve)))
  const done: string[] = []
  const from = (address: string) => hashPassword('x', address).then(() => done.push(address))
  const flood = Array.from({ length: 12 }, () => from('flood'))
  expect(finish).toHaveLength(2)
  await expect(hashPassword('x', 'flood')).rejects.toThrow(RefusalError)
  const all = [...flood, from('other')]

  for (let i = 0; i < 13; i++) {
    await expect.poll(() => finish.length).toBe(Math.min(i + 2, 13))
    finish[i]!('hash')
    await expect.poll(() => done.length).toBe(i + 1)
  }
  await Promise.all(all)
  // after the two that ran, and one of the flood
  expect(done.indexOf('other')).toBe(3)
})

test('a failed hash lets the next one run', async () => {
  vi.spyOn(argon2, 'hash').mockRejectedValue(new Error('out of memory'))
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => hashPassword('x', 'a')))
  expect(all.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  vi.spyOn(argon2, 'hash').mockResolvedValue('hash')
  expect(await hashPassword('x', 'a')).toBe('hash')
})
