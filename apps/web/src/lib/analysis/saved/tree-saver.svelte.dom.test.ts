import { ApiError, NetworkError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'
import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorMessage } from '$lib/api/error-message.ts'
import { SAVE_DELAY_MS, SAVE_INTERVAL_MS, TreeSaver } from './tree-saver.svelte.ts'
import { type Content, copyOfAnalysis, type Stored, UnsavedCopy, unsavedAnalyses } from './unsaved-copy.ts'

const treeOf = (...moves: string[]): MoveTree => ({
  rules: 'muehle',
  start: null,
  nodes: moves.map((move) => ({ parent: null, move: trustedMove(move) })),
})
const movesOf = (tree: MoveTree | null | undefined) => tree?.nodes.map(({ move }) => move)
const refusal = (code: string, status: number, more = {}) =>
  new ApiError({ type: '', title: '', detail: '', code, status, ...more } as Problem)

/** A server with one analysis. */
class Server {
  stored: Stored = { tree: null, version: 0 }
  saves = 0
  away = false
  refuses = false

  calls = {
    save: async (content: Content, version: number) => {
      if (this.away) throw new NetworkError('away')
      this.saves++
      if (this.refuses) throw refusal('limit-reached', 422)
      if (version !== this.stored.version) throw refusal('conflict', 409, { current: this.stored })
      this.stored = { ...content, version: version + 1 }
      return version + 1
    },
    load: async () => this.stored,
    show: vi.fn(),
    onjoin: vi.fn(),
  }
}

let server: Server
const copy = () => new UnsavedCopy(1, copyOfAnalysis('12'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  server = new Server()
})
afterEach(() => {
  vi.useRealTimers()
})

const saverOf = (server: Server) =>
  new TreeSaver(copy(), server.calls, {
    content: { tree: treeOf() },
    base: { tree: null, version: 0 },
    isUnsaved: false,
  })

it('saves while the reader goes on, at most every two seconds', async () => {
  const saver = saverOf(server)
  for (let n = 0; n < 40; n++) {
    saver.change({ tree: treeOf('d6', `m${n}`) })
    await vi.advanceTimersByTimeAsync(250)
  }
  // ten seconds
  expect(server.saves).toBeGreaterThanOrEqual(3)
  expect(server.saves).toBeLessThanOrEqual(Math.ceil(10_000 / SAVE_INTERVAL_MS) + 1)
  await vi.advanceTimersByTimeAsync(SAVE_INTERVAL_MS)
  expect(movesOf(server.stored.tree)).toEqual(['d6', 'm39'])
  expect(saver.state).toBe('saved')
  expect(copy().read()).toBe(null)
})

it('keeps on the device what cannot be sent, and sends it when the server is back', async () => {
  const saver = saverOf(server)
  server.away = true
  saver.change({ tree: treeOf('d6') })
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
  expect(saver.state).toBe('failed')
  expect(movesOf(copy().read()?.content.tree)).toEqual(['d6'])
  expect(unsavedAnalyses(1).map(({ address }) => address)).toEqual(['12'])
  expect(unsavedAnalyses(2)).toEqual([])
  server.away = false
  await saver.refresh()
  expect(movesOf(server.stored.tree)).toEqual(['d6'])
  expect(copy().read()).toBe(null)
})

it('sends on the next visit what a closed page has left, joined with what came meanwhile', async () => {
  server.away = true
  saverOf(server).change({ tree: treeOf('d6'), title: 'Mine' })
  // the page was closed
  vi.clearAllTimers()
  server.away = false
  server.stored = { tree: treeOf('a1'), title: 'Theirs', version: 5 }
  const left = copy().read()!
  const saver = new TreeSaver(copy(), server.calls, { ...left, isUnsaved: true })
  await saver.save()
  expect(server.stored).toEqual({ tree: treeOf('a1', 'd6'), title: 'Mine', version: 6 })
  expect(copy().read()).toBe(null)
})

it('joins what another device has saved meanwhile, and sends both', async () => {
  const saver = saverOf(server)
  server.stored = { tree: treeOf('a1'), version: 5 }
  saver.change({ tree: treeOf('d6') })
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
  expect(movesOf(server.stored.tree)).toEqual(['a1', 'd6'])
  expect(server.stored.version).toBe(6)
  expect(server.calls.show).toHaveBeenCalledOnce()
  expect(server.calls.onjoin).toHaveBeenCalledOnce()
})

it('keeps the title of another device if it was not changed here', async () => {
  const base = { tree: treeOf(), title: 'Old', version: 1 }
  const begun = { content: { tree: treeOf(), title: 'Old' }, base, isUnsaved: false }
  const saver = new TreeSaver(copy(), server.calls, begun)
  server.stored = { tree: treeOf(), title: 'New', version: 2 }
  saver.change({ tree: treeOf('d6'), title: 'Old' })
  await saver.save()
  expect(server.stored).toEqual({ tree: treeOf('d6'), title: 'New', version: 3 })
})

it('shows what another device has saved if nothing was changed here', async () => {
  const saver = saverOf(server)
  server.stored = { tree: treeOf('a1'), version: 1 }
  await saver.refresh()
  expect(server.calls.show).toHaveBeenCalledWith({ tree: treeOf('a1') })
  expect(server.calls.onjoin).not.toHaveBeenCalled()
  expect(server.saves).toBe(0)
})

it('does not send again what the server refuses, until it is changed', async () => {
  const saver = saverOf(server)
  server.refuses = true
  saver.change({ tree: treeOf('d6') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver.state).toBe('failed')
  expect(server.saves).toBe(1)
  server.refuses = false
  saver.change({ tree: treeOf('d6', 'a1') })
  await vi.advanceTimersByTimeAsync(SAVE_INTERVAL_MS)
  expect(saver.state).toBe('saved')
})

it('waits as long as the server says, however often it is changed meanwhile', async () => {
  const saver = saverOf(server)
  const problem = { type: '', title: '', detail: '', code: 'rate-limited', status: 429 } as Problem
  const save = vi.spyOn(server.calls, 'save').mockRejectedValue(new ApiError(problem, 3600))
  saver.change({ tree: treeOf('d6') })
  await vi.advanceTimersByTimeAsync(60_000)
  saver.change({ tree: treeOf('d6', 'a1') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver.state).toBe('failed')
  expect(errorMessage(saver.error)).toBe('That was a lot at once. Try again in 1 hour.')
  expect(save).toHaveBeenCalledOnce()
  expect(movesOf(copy().read()?.content.tree)).toEqual(['d6', 'a1'])
  save.mockRestore()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([saver.state, movesOf(server.stored.tree)]).toEqual(['saved', ['d6', 'a1']])
})

it('leaves on the device what another tab has written since', async () => {
  const saver = saverOf(server)
  saver.change({ tree: treeOf('d6') })
  const other = copy()
  other.write({ content: { tree: treeOf('a7') }, base: { tree: null, version: 0 } })
  await saver.save()
  expect(movesOf(copy().read()?.content.tree)).toEqual(['a7'])
})
