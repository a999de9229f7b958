import { ApiError } from '@tegenzet/client'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import ReportDialog from './ReportDialog.svelte'

const server = vi.hoisted(() => ({ failure: null as Error | null, calls: [] as unknown[], errors: 0 }))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (...call: unknown[]) => {
      server.calls.push(call)
      if (server.failure) throw server.failure
    },
  },
}))
vi.mock('$lib/ui/show-error.ts', () => ({
  showError: async () => {
    server.errors++
  },
}))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  localStorage.clear()
  server.failure = null
  server.errors = 0
})

const field = () => screen.getByLabelText<HTMLTextAreaElement>(/What happened/)
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send the report' }))

it('keeps a report that could not be sent, and empties it once it is', async () => {
  const { rerender } = render(ReportDialog, { subject: { username: 'bram' } })
  await fireEvent.input(field(), { target: { value: 'He insults me.' } })
  server.failure = new Error('offline')
  await send()
  await waitFor(() => expect(server.errors).toBe(1))
  expect(field().value).toBe('He insults me.')
  // a text about one player is not sent about another
  await rerender({ subject: { username: 'chris' } })
  expect(field().value).toBe('')
  await rerender({ subject: { username: 'bram' } })
  expect(field().value).toBe('He insults me.')
  server.failure = null
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls.at(-1)).toEqual([
    'reportPlayer',
    { params: { username: 'bram' }, body: { reason: 'abuse', text: 'He insults me.' } },
  ])
  await rerender({ subject: { username: 'bram' } })
  expect(field().value).toBe('')
})

it('says why a report is refused for good, lets the reader close it, and keeps the text', async () => {
  const { rerender } = render(ReportDialog, { subject: { username: 'bram' } })
  await fireEvent.input(field(), { target: { value: 'He insults me.' } })
  server.failure = new ApiError({ type: '', title: '', status: 409, detail: '', code: 'already-reported' })
  await send()
  await screen.findByText(/You have reported this already/)
  expect(screen.queryByRole('button', { name: 'Send the report' })).toBeNull()
  const close = screen.getByRole('button', { name: 'Close' })
  expect(document.activeElement).toBe(close)
  await fireEvent.click(close)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.errors).toBe(0)
  // it can be made again once an admin has ruled on the first one
  await rerender({ subject: { username: 'bram' } })
  expect(field().value).toBe('He insults me.')
})

it('lets a report that comes too soon be sent again', async () => {
  render(ReportDialog, { subject: { username: 'bram' } })
  await fireEvent.input(field(), { target: { value: 'He insults me.' } })
  server.failure = new ApiError({ type: '', title: '', status: 429, detail: '', code: 'rate-limited' })
  await send()
  await waitFor(() => expect(server.errors).toBe(1))
  expect(field().value).toBe('He insults me.')
  expect(screen.getByRole('button', { name: 'Send the report' })).toBeTruthy()
})
