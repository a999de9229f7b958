import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { Draws } from '$lib/draws/draws.svelte.ts'
import { GameCommands } from '$lib/game/game-commands.svelte.ts'
import { gameAfter } from '$lib/game/game-fixture.ts'
import { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import GameActions from './GameActions.svelte'
import { OPEN_GAME } from './game-context.ts'
import type { OpenGame } from './open-game.svelte.ts'

const server = vi.hoisted(() => ({ game: {} as unknown, moves: [] as string[], calls: [] as string[] }))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string) => {
      server.calls.push(id)
      return id === 'listMoves' ? { items: server.moves.map((move) => ({ move })) } : server.game
    },
  },
  loadAll: async () => [],
}))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

it('does not turn “Cancel the game?” into resigning when the opponent moves meanwhile', async () => {
  session.account = { id: 1 } as typeof session.account
  server.moves = ['a7']
  server.game = gameAfter(['a7'])
  const remote = new RemoteGame(100001)
  await remote.load()
  const commands = new GameCommands(remote)
  const open: Partial<OpenGame> = {
    commands,
    draws: new Draws(remote, commands),
    get game() {
      return remote.game!
    },
    board: remote.board!,
    me: 'white',
    names: { white: 'anna', black: 'bram' },
  }
  render(GameActions, { context: new Map([[OPEN_GAME, open]]) })
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel the game' }))
  const dialog = within(screen.getByRole('dialog'))
  const [, cancel] = dialog.getAllByRole('button')
  remote.game = gameAfter(['a7', 'b6'])
  await tick()
  expect(cancel?.textContent?.trim()).toBe('Cancel the game')
  server.calls = []
  await fireEvent.click(cancel as HTMLElement)
  expect(server.calls[0]).toBe('cancelGame')
})
