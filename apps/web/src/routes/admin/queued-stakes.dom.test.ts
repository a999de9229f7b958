import { render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import QueuedStakes from './QueuedStakes.svelte'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('$lib/api/api.ts', () => ({ api: { call } }))

it.each([
  [true, 'A draw would change who goes through, up or down.'],
  [false, 'A draw would not change who goes through, up or down.'],
])('says whether a draw decides (%s)', async (drawDecides, text) => {
  call.mockResolvedValue({ stage: 1, group: 1, running: 0, drawDecides, players: [] })
  render(QueuedStakes, { claim: 7 })
  await screen.findByText(text)
  expect(call).toHaveBeenLastCalledWith('getClaimStakes', { params: { id: 7 } })
})
