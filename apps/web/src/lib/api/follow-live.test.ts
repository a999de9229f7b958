import type { Live } from '@tegenzet/client'
import type { Game } from '@tegenzet/contract'
import { expect, it, vi } from 'vitest'
import { followLive } from './follow-live.ts'

type OnEvent = Parameters<Live['onEvent']>[0]

const connection = vi.hoisted(() => ({ send: null as OnEvent | null }))
vi.mock('./live.svelte.ts', () => ({
  live: () => ({
    onEvent: (onEvent: OnEvent) => {
      connection.send = onEvent
      return () => {}
    },
    onOpen: () => () => {},
  }),
}))

it('passes on a game at rising versions only, also after it has left a list', () => {
  const seen: string[] = []
  followLive(
    (event) => seen.push(event.type === 'game' ? `${event.game.id}: ${event.game.version}` : event.type),
    () => {},
  )
  for (const [id, version] of [
    [1, 3],
    [1, 0],
    [1, 1],
    [2, 0],
    [1, 3],
    [1, 4],
  ] as const)
    connection.send?.({ id: 1, type: 'game', game: { id, version } as Game })
  expect(seen).toEqual(['1: 3', '2: 0', '1: 4'])
})
