import { ApiError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'
import { type MoveTree, trustedMove } from '@tegenzet/rules'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TreeSaver } from './tree-saver.svelte.ts'

const treeOf = (comment: string, ...moves: string[]): MoveTree => ({
  rules: 'muehle',
  start: null,
  comment,
  nodes: moves.map((move) => ({ parent: null, move: trustedMove(move) })),
})
const refusal = (code: string, status: number, more = {}) =>
  new ApiError({ type: '', title: '', detail: '', code, status, ...more } as Problem)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('saves what was typed at most every two seconds', async () => {
  const save = vi.fn(async (_: MoveTree, version: number) => version + 1)
  const saver = new TreeSaver({ tree: treeOf(''), version: 1 }, { save, onjoin: () => {} })
  for (let n = 0; n < 40; n++) {
    saver.change(treeOf(`${n}`))
    await vi.advanceTimersByTimeAsync(600)
  }
  // 24 seconds
  expect(save.mock.calls.length).toBeGreaterThan(8)
  expect(save.mock.calls.length).toBeLessThanOrEqual(13)
  await vi.advanceTimersByTimeAsync(2000)
  expect(save.mock.lastCall?.[0].comment).toBe('39')
  expect(saver.state).toBe('saved')
})

it('joins with a version from elsewhere and saves that', async () => {
  const theirs = treeOf('base', 'd6', 'a1')
  const save = vi.fn(async (_: MoveTree, version: number) => {
    if (version === 1) throw refusal('conflict', 409, { current: { tree: theirs, version: 5 } })
    return version + 1
  })
  const onjoin = vi.fn()
  const saver = new TreeSaver({ tree: treeOf('base', 'd6'), version: 1 }, { save, onjoin })
  saver.change(treeOf('mine', 'd6', 'f4'))
  await saver.save()
  const joined = treeOf('mine', 'd6', 'a1', 'f4')
  expect(onjoin).toHaveBeenCalledWith(joined)
  expect(save.mock.lastCall).toEqual([joined, 5])
  expect(saver.version).toBe(6)
  expect(saver.state).toBe('saved')
})

it('tries again without a connection, and not after a refusal', async () => {
  const save = vi.fn<(tree: MoveTree, version: number) => Promise<number>>()
  const saver = new TreeSaver({ tree: treeOf(''), version: 1 }, { save, onjoin: () => {} })
  save.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValueOnce(2)
  saver.change(treeOf('a'))
  await saver.save()
  expect(saver.state).toBe('failed')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saver.state).toBe('saved')
  save.mockRejectedValueOnce(refusal('limit-reached', 422))
  saver.change(treeOf('b'))
  await saver.save()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver.state).toBe('failed')
  expect(save).toHaveBeenCalledTimes(3)
})
