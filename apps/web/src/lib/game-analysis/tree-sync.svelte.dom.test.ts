import { ApiError, NetworkError } from '@tegenzet/client'
import type { MoveTree } from '@tegenzet/rules'
import { trustedMove } from '@tegenzet/rules'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readKeptTree, type StoredTree } from './kept-tree.ts'
import { SAVE_DELAY_MS, SAVE_INTERVAL_MS, TreeSync } from './tree-sync.svelte.ts'

const KEY = { player: 1, game: 100001 }
const treeOf = (...moves: string[]): MoveTree => ({
  ...{ rules: 'muehle', start: null },
  nodes: moves.map((move) => ({ parent: null, move: trustedMove(move) })),
})
const movesOf = (tree: MoveTree | null) => tree?.nodes.map(({ move }) => move)

/** A server with one analysis. */
class Server {
  stored: StoredTree = { tree: null, version: 0 }
  saves = 0
  away = false

  calls = {
    save: async ({ tree, version }: { tree: MoveTree; version: number }) => {
      if (this.away) throw new NetworkError('away')
      this.saves++
      if (version !== this.stored.version)
        throw new ApiError({
          ...{ type: '', title: '', status: 409, detail: '', code: 'conflict' },
          current: this.stored,
        } as never)
      this.stored = { tree, version: version + 1 }
      return { version: version + 1 }
    },
    load: async () => this.stored,
    show: vi.fn(),
    onjoin: vi.fn(),
  }
}

let server: Server
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  server = new Server()
})
afterEach(() => {
  vi.useRealTimers()
})

const syncOf = (server: Server) =>
  new TreeSync(KEY, server.calls, { tree: treeOf(), base: { tree: null, version: 0 } })

it('saves while the player goes on, at most every two seconds', async () => {
  const sync = syncOf(server)
  for (let n = 0; n < 40; n++) {
    sync.change(treeOf('d6', `m${n}`))
    await vi.advanceTimersByTimeAsync(250)
  }
  // ten seconds
  expect(server.saves).toBeGreaterThanOrEqual(3)
  expect(server.saves).toBeLessThanOrEqual(Math.ceil(10_000 / SAVE_INTERVAL_MS) + 1)
  await vi.advanceTimersByTimeAsync(SAVE_INTERVAL_MS)
  expect(movesOf(server.stored.tree)).toEqual(['d6', 'm39'])
  expect(sync.state).toBe('saved')
  expect(readKeptTree(KEY)).toBe(null)
})

it('keeps on the device what cannot be sent, and sends it when the server is back', async () => {
  const sync = syncOf(server)
  server.away = true
  sync.change(treeOf('d6'))
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
  expect(sync.state).toBe('failed')
  expect(movesOf(readKeptTree(KEY)?.tree ?? null)).toEqual(['d6'])
  server.away = false
  await sync.refresh()
  expect(movesOf(server.stored.tree)).toEqual(['d6'])
  expect(readKeptTree(KEY)).toBe(null)
})

it('joins what another device has saved meanwhile, and sends both', async () => {
  const sync = syncOf(server)
  server.stored = { tree: treeOf('a1'), version: 5 }
  sync.change(treeOf('d6'))
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
  expect(movesOf(server.stored.tree)).toEqual(['a1', 'd6'])
  expect(server.stored.version).toBe(6)
  expect(server.calls.show).toHaveBeenCalledOnce()
  expect(server.calls.onjoin).toHaveBeenCalledOnce()
})

it('shows what another device has saved if nothing was changed here', async () => {
  const sync = syncOf(server)
  server.stored = { tree: treeOf('a1'), version: 1 }
  await sync.refresh()
  expect(server.calls.show).toHaveBeenCalledWith(treeOf('a1'))
  expect(server.calls.onjoin).not.toHaveBeenCalled()
  expect(server.saves).toBe(0)
})
