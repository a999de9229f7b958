import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solvePuzzle } from './proof-of-work.ts'

test('the solution of a puzzle has the zero bits asked for, for the username in lower case', async () => {
  for (const bits of [1, 7, 12]) {
    const { text, nonce } = await solvePuzzle({ text: '1795348200000.abc', bits }, 'Anna')
    expect(text).toBe('1795348200000.abc')
    const hash = createHash('sha256').update(`${text}:anna:${nonce}`).digest()
    expect(Math.clz32(hash.readUInt32BE())).toBeGreaterThanOrEqual(bits)
  }
})

test('solving a puzzle lets other work go on and can be stopped', async () => {
  const stop = new AbortController()
  const solving = solvePuzzle({ text: 'never solved', bits: 33 }, 'anna', stop.signal)
  setTimeout(() => stop.abort(new Error('stopped')), 1)
  await expect(solving).rejects.toThrow('stopped')
})
