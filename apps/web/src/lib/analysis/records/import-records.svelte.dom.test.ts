import { ApiError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepDraft, listDrafts, MAX_DRAFTS } from '$lib/analysis/saved/device-drafts.ts'
import { RecordImport } from './import-records.svelte.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('$lib/api/api.ts', () => ({ api: { call } }))

const games = (count: number): string =>
  Array.from({ length: count }, (_, n) => `[White "Player ${n + 1}"]\n\n1. d6 f4 *\n`).join('\n')
const tooMany = () =>
  new ApiError({ type: '', title: '', detail: '', code: 'rate-limited', status: 429 } as Problem, 20)

beforeEach(() => {
  call.mockReset()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('imports games one after another, and waits where the server takes no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let id = 0
  call.mockImplementation(async () => {
    id++
    if (id === 3) throw tooMany()
    return { analysis: { id } }
  })
  const records = new RecordImport()
  const read = records.read(games(4), 'muehle', true)
  await expect.poll(() => id).toBe(3)
  expect([records.busy, records.games.length]).toEqual([true, 2])
  await vi.advanceTimersByTimeAsync(20_000)
  await read
  expect(records.games.map(({ href, number }) => `${number} ${href}`)).toEqual([
    '1 /analysis/1',
    '2 /analysis/2',
    '3 /analysis/4',
    '4 /analysis/5',
  ])
  expect([records.busy, records.error]).toEqual([false, null])
})

it('can be stopped while it waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  call.mockResolvedValueOnce({ analysis: { id: 1 } })
  call.mockRejectedValue(tooMany())
  const records = new RecordImport()
  const read = records.read(games(3), 'muehle', true)
  await expect.poll(() => call.mock.calls.length).toBe(2)
  records.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  await read
  expect([call.mock.calls.length, records.games.length, records.busy]).toEqual([2, 1, false])
})

it('leaves the drafts of this device alone when there is no room for more', async () => {
  keepDraft({
    address: 'halma',
    title: 'Own',
    tree: { rules: 'halma', start: null, nodes: [] },
    changedAt: 1,
  })
  const records = new RecordImport()
  await records.read(games(MAX_DRAFTS + 5), 'muehle', false)
  expect([records.isFull, records.games.length]).toEqual([true, MAX_DRAFTS - 1])
  const titles = listDrafts().map(({ title }) => title)
  expect([titles.length, titles.includes('Own'), titles.includes('Player 1')]).toEqual([
    MAX_DRAFTS,
    true,
    true,
  ])
  expect(call).not.toHaveBeenCalled()
})
