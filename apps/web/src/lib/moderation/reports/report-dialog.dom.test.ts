import { ApiError } from '@tegenzet/client'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, getToasts } from '$lib/ui/toasts.svelte.ts'
import ReportDialog from './ReportDialog.svelte'

const server = vi.hoisted(() => ({
  failure: null as Error | null,
  /** Holds back the answers. */
  held: Promise.resolve(),
  calls: [] as unknown[],
  errors: 0,
}))

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async (...call: unknown[]) => {
      server.calls.push(call)
      await server.held
      if (server.failure) throw server.failure
    },
  },
}))
vi.mock('$lib/ui/show-error.ts', () => ({
  showError: async () => {
    server.errors++
  },
}))

/** Whether the form was there each time a dialog opened, and could take the focus. */
const opened: boolean[] = []

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    opened.push(this.querySelector('form') !== null)
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  localStorage.clear()
  server.failure = null
  server.held = Promise.resolve()
  server.errors = 0
  opened.length = 0
})

const field = () => screen.getByLabelText<HTMLTextAreaElement>(/What happened/)
const ALREADY = new ApiError({ type: '', title: '', status: 409, detail: '', code: 'already-reported' })
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
  server.failure = ALREADY
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

it('has the form when it opens again after a refusal', async () => {
  const { rerender } = render(ReportDialog, { subject: { username: 'bram' } })
  await fireEvent.input(field(), { target: { value: 'He insults me.' } })
  server.failure = ALREADY
  await send()
  await fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await rerender({ subject: { username: 'chris' } })
  expect(opened).toEqual([true, true])
})

it.each([
  ['already-reported', 409, 1],
  ['report-refused', 422, 0],
] as const)(
  'after the refusal %s (%i) blocks %i players who were to be blocked',
  async (code, status, blocks) => {
    const onblock = vi.fn(async () => {})
    const { rerender } = render(ReportDialog, { subject: { username: 'bram' }, onblock })
    await fireEvent.input(field(), { target: { value: 'He insults me.' } })
    await fireEvent.click(screen.getByLabelText(/^Block .* as well/))
    server.failure = new ApiError({ type: '', title: '', status, detail: '', code })
    await send()
    await screen.findByRole('button', { name: 'Close' })
    expect(onblock).toHaveBeenCalledTimes(blocks)
    // the next report can be sent
    await rerender({ subject: { username: 'chris' } })
    expect(screen.getByRole('button', { name: 'Send the report' }).ariaBusy).toBeNull()
  },
)

it('shows why blocking failed, and still why the report was refused', async () => {
  const onblock = vi.fn(async () => {
    throw new Error('offline')
  })
  render(ReportDialog, { subject: { username: 'bram' }, onblock })
  await fireEvent.input(field(), { target: { value: 'He insults me.' } })
  await fireEvent.click(screen.getByLabelText(/^Block .* as well/))
  server.failure = ALREADY
  await send()
  await waitFor(() => expect(server.errors).toBe(1))
  expect(screen.getByText(/You have reported this already/)).toBeTruthy()
})

describe('an answer that comes after the dialog was closed', () => {
  /** Sends a report about bram, whose answer waits. @returns lets it come */
  async function sendAndClose(onblock?: () => Promise<void>) {
    let answer = () => {}
    server.held = new Promise((resolve) => {
      answer = resolve
    })
    const { rerender } = render(ReportDialog, { subject: { username: 'bram' }, onblock })
    await fireEvent.input(field(), { target: { value: 'He insults me.' } })
    if (onblock) await fireEvent.click(screen.getByLabelText(/^Block .* as well/))
    await send()
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    return { rerender, answer }
  }
  const toasts = () => getToasts().map(({ text }) => text)
  const isSent = () => waitFor(() => expect(toasts()).toEqual([expect.stringMatching(/^Thank you/)]))
  const sendButton = () => screen.getByRole('button', { name: 'Send the report' })

  beforeEach(() => {
    for (const { id } of getToasts()) dismissToast(id)
  })

  it('is a toast if the report was refused, and leaves a report about somebody else alone', async () => {
    const { rerender, answer } = await sendAndClose()
    await rerender({ subject: { username: 'chris' } })
    await fireEvent.input(field(), { target: { value: 'He spams.' } })
    server.failure = ALREADY
    answer()
    await waitFor(() => expect(server.errors).toBe(1))
    expect(field().value).toBe('He spams.')
    await waitFor(() => expect(sendButton().ariaBusy).toBeNull())
  })

  it('does not close a dialog about somebody else, and blocks who was to be blocked', async () => {
    const onblock = vi.fn(async () => {})
    const { rerender, answer } = await sendAndClose(onblock)
    await rerender({ subject: { username: 'chris' } })
    await fireEvent.input(field(), { target: { value: 'He spams.' } })
    await fireEvent.click(screen.getByLabelText(/^Block .* as well/))
    answer()
    await isSent()
    await waitFor(() => expect(sendButton().ariaBusy).toBeNull())
    expect(field().value).toBe('He spams.')
    expect(onblock.mock.calls).toEqual([['bram']])
  })

  it('closes a dialog that was opened about the same again', async () => {
    const { rerender, answer } = await sendAndClose()
    await rerender({ subject: { username: 'bram' } })
    answer()
    await isSent()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('blocks the player who was to be blocked', async () => {
    const onblock = vi.fn(async () => {})
    const { answer } = await sendAndClose(onblock)
    answer()
    await waitFor(() => expect(onblock).toHaveBeenCalledOnce())
  })
})
