import type { Game } from '@tegenzet/contract'
import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { GameCommands } from '$lib/play/game/game-commands.svelte.ts'
import { gameAfter } from '$lib/play/game/game-fixture.ts'
import { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { Draws } from './draws/draws.svelte.ts'
import GameActions from './GameActions.svelte'
import { OPEN_GAME } from './game-context.ts'
import type { OpenGame } from './open-game.svelte.ts'

const server = vi.hoisted(() => ({
  game: {} as unknown,
  moves: [] as string[],
  calls: [] as string[],
  bodies: [] as unknown[],
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (id: string, { body }: { body?: unknown } = {}) => {
      server.calls.push(id)
      if (body) server.bodies.push(body)
      if (id === 'giveTime' || id === 'claimTimeout') return { game: server.game }
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

/** Shows the actions of a game after two plies, in which white is to move, to one side. */
async function show(me: 'white' | 'black', parts: Partial<Game> = {}) {
  server.moves = ['a7', 'b6']
  server.game = { ...gameAfter(server.moves), ...parts }
  session.account = { id: (server.game as Game)[me].id } as typeof session.account
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
    me,
    names: { white: 'anna', black: 'bram' },
  }
  render(GameActions, { context: new Map([[OPEN_GAME, open]]) })
  server.calls = []
  return remote
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent?.trim())
const LATE: Partial<Game> = { timeouts: 'claimed', overdue: true }

it('gives the opponent the chosen days, as many as a move has at most', async () => {
  await show('black')
  await fireEvent.click(screen.getByRole('button', { name: 'Give time' }))
  const choice = await screen.findByLabelText('How much')
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'one day',
    '2 days',
    '3 days',
  ])
  await fireEvent.change(choice, { target: { value: (choice as HTMLSelectElement).options[1]?.value } })
  await fireEvent.click(within(choice.closest('dialog')!).getByRole('button', { name: 'Give time' }))
  expect([server.calls, server.bodies.at(-1)]).toEqual([['giveTime'], { days: 2 }])
})

it.each<[string, Partial<Game>]>([
  ['a bot', { white: { id: 1, username: 'anna', kind: 'bot' } }],
  ['an entrant of a ladder', { ladder: true, rated: true }],
  ['somebody whose time is up', LATE],
])('offers no time to %s', async (_, parts) => {
  await show('black', parts)
  expect(buttons()).not.toContain('Give time')
})

it('lets the opponent of a late player claim the win, after a question', async () => {
  await show('black', LATE)
  await fireEvent.click(screen.getByRole('button', { name: 'Claim win' }))
  expect(server.calls).toEqual([])
  const dialog = within(screen.getByRole('dialog'))
  await fireEvent.click(dialog.getByRole('button', { name: 'Claim win' }))
  expect(server.calls[0]).toBe('claimTimeout')
})

it('leaves a late player moving and resigning', async () => {
  const remote = await show('white', LATE)
  expect(remote.myTurn).toBe(true)
  expect(buttons()).toContain('Resign')
  for (const text of ['Claim win', 'Give time', 'Offer a draw']) expect(buttons()).not.toContain(text)
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
