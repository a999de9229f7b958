import argon2 from '@node-rs/argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { RefusalError } from '../../refusal.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a password matches its own hash only', async () => {
  const hashed = await hashPassword('correct horse battery')
  expect(await verifyPassword(hashed, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(hashed, 'correct horse battery ')).toBe(false)
  expect(await hashPassword('correct horse battery')).not.toBe(hashed)
})

test('two passwords are hashed at once, others wait, and a full queue refuses the next', async () => {
  const finish: ((hash: string) => void)[] = []
  vi.spyOn(argon2, 'hash').mockImplementation(() => new Promise((resolve) => finish.push(resolve)))
  const done: number[] = []
  const waiting = Array.from({ length: 102 }, (_, i) => hashPassword('x').then(() => done.push(i)))
  expect(finish).toHaveLength(2)
  await expect(hashPassword('x')).rejects.toThrow(RefusalError)

  for (let i = 0; i < 102; i++) {
    expect(finish.length).toBe(Math.min(i + 2, 102))
    finish[i]!('hash')
    await waiting[i]
  }
  expect(done).toEqual(Array.from({ length: 102 }, (_, i) => i))
  // the queue works again
  const [one, other] = [hashPassword('x'), hashPassword('x')]
  expect(finish).toHaveLength(104)
  for (const last of finish.slice(102)) last('hash')
  await Promise.all([one, other])
})

test('a failed hash lets the next one run', async () => {
  vi.spyOn(argon2, 'hash').mockRejectedValue(new Error('out of memory'))
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => hashPassword('x')))
  expect(all.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  vi.spyOn(argon2, 'hash').mockResolvedValue('hash')
  expect(await hashPassword('x')).toBe('hash')
})
