import { render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import VacationAlert from './VacationAlert.svelte'

const server = vi.hoisted(() => ({ until: '' }))
vi.mock('$lib/api/api.ts', () => ({
  api: { call: async () => ({ underWay: { id: 1, until: server.until }, items: [] }) },
}))

const HOUR_MS = 3_600_000

it('announces a vacation while it lasts', async () => {
  server.until = new Date(Date.now() + HOUR_MS).toISOString()
  render(VacationAlert)
  await screen.findByText(/^You are on vacation until/)
})

it('does not announce a vacation that has ended', async () => {
  server.until = new Date(Date.now() - HOUR_MS).toISOString()
  const { container } = render(VacationAlert)
  await expect.poll(() => container.querySelector('.skeleton')).toBeNull()
  expect(screen.queryByText(/on vacation until/)).toBeNull()
})
