import type { Live } from '@tegenzet/client'
import { expect, it, vi } from 'vitest'
import { gameAfter } from '$lib/play/game/game-fixture.ts'
import { waiting } from './waiting-games.svelte.ts'

type OnEvent = Parameters<Live['onEvent']>[0]

const connection = vi.hoisted(() => ({ send: null as OnEvent | null }))
vi.mock('$lib/api/api.ts', () => ({ api: { call: async () => ({ items: [], nextCursor: null }) } }))
vi.mock('$lib/api/kept-answers.ts', () => ({ keepAnswer: () => {} }))
vi.mock('$lib/api/follow-live.ts', () => ({
  followLive: (onEvent: OnEvent) => {
    connection.send = onEvent
    return () => {}
  },
}))

it('has the games of a reader whose username has changed', async () => {
  const game = gameAfter([])
  const end = waiting.follow(game.white.id)
  await expect.poll(() => waiting.loaded).toBe(true)
  const white = { ...game.white, username: 'renamed' }
  connection.send?.({ id: 1, type: 'game', game: { ...game, white, turn: 'white', version: 1 } })
  expect(waiting.games.map(({ id }) => id)).toEqual([game.id])
  connection.send?.({ id: 2, type: 'game', game: { ...game, white, turn: 'black', version: 2 } })
  expect(waiting.games).toEqual([])
  end()
})
