import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import NoticeList from './NoticeList.svelte'

const server = vi.hoisted(() => ({ open: [1, 2], locationOf: (id: number) => `/games/${id}` }))
vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async () => ({
      items: server.open.map((id) => ({
        id,
        location: server.locationOf(id),
        text: 'Unlawful.',
        name: '',
        email: '',
        state: 'open',
        decision: null,
        createdAt: '2026-11-20T12:00:00.000Z',
      })),
      nextCursor: null,
    }),
  },
}))
vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))

it('keeps the reason that is typed in one row when another one is decided', async () => {
  const { rerender } = render(NoticeList, { status: 'open', decisions: 0, ondecided: () => {} })
  const [, second] = await screen.findAllByRole<HTMLTextAreaElement>('textbox')
  await fireEvent.input(second as HTMLElement, { target: { value: 'It is not.' } })
  second?.focus()
  // another moderator, or the other form, has decided on the first one
  server.open = [2]
  await rerender({ decisions: 1 })
  await waitFor(() => expect(screen.getAllByRole('textbox').length).toBe(1))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is not.')
  expect(document.activeElement).toBe(second)
})

it('leads to what is on this site, and to nothing else', async () => {
  const places = [`${location.origin}/games/7`, '//elsewhere.example/games/7', 'the game with bram']
  server.open = [0, 1, 2]
  server.locationOf = (id) => places[id] ?? ''
  render(NoticeList, { status: 'open', decisions: 0, ondecided: () => {} })
  for (const place of places) await screen.findByText(place)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/games/7'])
})
