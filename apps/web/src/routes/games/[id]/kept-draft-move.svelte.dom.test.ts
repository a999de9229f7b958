import type { Game } from '@tegenzet/contract'
import { flushSync } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { gameAfter } from '$lib/play/game/game-fixture.ts'
import { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import { TypedText } from '$lib/ui/typed-text.svelte.ts'
import { keepDraftMove } from './kept-draft-move.svelte.ts'

const server = vi.hoisted(() => ({ game: null as unknown, moves: [] as string[] }))
vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string) =>
      id === 'getGame' ? server.game : { items: server.moves.map((move) => ({ move })) },
  },
}))

const ANNA = 1
const MESSAGE = new TypedText('move-message', ANNA, 100001)

beforeEach(() => {
  localStorage.clear()
  for (const { id } of getToasts()) dismissToast(id)
  session.account = { id: ANNA, username: 'anna' } as NonNullable<typeof session.account>
})

/** Opens the game page. @returns the game, and what closes the page */
async function open(moves: string[], change: Partial<Game> = {}) {
  server.moves = moves
  server.game = gameAfter(moves, change)
  const remote = new RemoteGame(100001)
  const close = $effect.root(() => keepDraftMove(remote))
  await remote.load()
  flushSync()
  return { remote, close }
}

/** What the page says about the draft; dismissed afterwards. */
function told(): string[] {
  const toasts = getToasts()
  for (const { id } of toasts) dismissToast(id)
  return toasts.map(({ text }) => text)
}

async function draft(move: string): Promise<void> {
  const { remote, close } = await open(['a7', 'b6'])
  remote.board?.draft.propose(move)
  flushSync()
  close()
}

it('a draft is back on the board when the page opens again', async () => {
  await draft('d7')
  const { remote } = await open(['a7', 'b6'])
  expect([remote.board?.draft.move, told()]).toEqual(['d7', []])
})

it('a draft whose game has moved on elsewhere is shown once, with its message', async () => {
  await draft('d7')
  MESSAGE.value = 'Good luck!'
  const moved = await open(['a7', 'b6', 'g7', 'f6'])
  expect(told()).toEqual([
    'You were writing d7 with the message “Good luck!”. The game has gone on without it.',
  ])
  moved.close()
  await open(['a7', 'b6', 'g7', 'f6'])
  expect(told()).toEqual([])
})

it('so is one on an open page, and one of a game that has ended', async () => {
  const { remote, close } = await open(['a7', 'b6'])
  remote.board?.draft.propose('d7')
  flushSync()
  await remote.update(gameAfter(['a7', 'b6', 'g7']))
  flushSync()
  expect(told()).toEqual(['You were writing d7. The game has gone on without it.'])
  close()
  await draft('d7')
  await open(['a7', 'b6'], {
    status: 'finished',
    outcome: { winner: 'black', reason: 'timeout' } as Game['outcome'],
  })
  expect(told()).toEqual(['You were writing d7. The game has gone on without it.'])
})

it('nothing is said when the draft itself was played', async () => {
  await draft('d7')
  await open(['a7', 'b6', 'd7', 'f6'])
  expect(told()).toEqual([])
})
