import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import AppealDialog from './AppealDialog.svelte'

const call = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('$lib/api/api.ts', () => ({ api: { call } }))
vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))

it('does not send an appeal that was typed about one decision about another', async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your appeal')
  const { rerender } = render(AppealDialog, { subject: { sanction: 3 }, onsent: () => {} })
  await fireEvent.input(field(), { target: { value: 'I never wrote that.' } })
  await rerender({ subject: { report: 3 } })
  expect(field().value).toBe('')
  // it is still there for the decision that it is about
  await rerender({ subject: { sanction: 3 } })
  expect(field().value).toBe('I never wrote that.')
  await fireEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(call).toHaveBeenCalledWith('fileAppeal', { body: { sanction: 3, text: 'I never wrote that.' } })
  await rerender({ subject: { sanction: 3 } })
  expect(field().value).toBe('')
})
