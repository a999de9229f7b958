import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import RulingsAboutYou from './RulingsAboutYou.svelte'
import Sanctions from './Sanctions.svelte'
import Warnings from './Warnings.svelte'

const server = vi.hoisted(() => ({ fails: true }))
vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async () => {
      if (server.fails) throw new Error('offline')
      return { items: [], nextCursor: null }
    },
  },
}))
vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))

beforeEach(() => {
  HTMLDialogElement.prototype.close = () => {}
  server.fails = true
})

it.each<[string, unknown]>([
  ['sanctions', Sanctions],
  ['warnings', Warnings],
  ['rulings', RulingsAboutYou],
])('an account does not look as if it had no %s when they could not be loaded', async (_, Part) => {
  render(Part as Component)
  await screen.findByText(/The server cannot be reached/)
  server.fails = false
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
})
