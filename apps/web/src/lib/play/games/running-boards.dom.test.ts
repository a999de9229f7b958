import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import RunningBoards from './RunningBoards.svelte'
import { RunningGames } from './running-games.svelte.ts'

const server = vi.hoisted(() => ({ fails: true }))
vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async () => {
      if (server.fails) throw new Error('offline')
      return { items: [] }
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))

const NONE = 'No game is running at the moment. Yours can be the first.'

it('does not say that no games are played when they could not be loaded', async () => {
  const running = new RunningGames(6)
  render(RunningBoards, { running, loading: 6 })
  await screen.findByText(/The server cannot be reached/)
  expect(screen.queryByText(NONE)).toBeNull()
  server.fails = false
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(NONE)
  server.fails = true
  await running.load()
  await screen.findByText(/The server cannot be reached/)
})
