import type { Challenge } from '@tegenzet/contract'
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import DeclineDialog from './DeclineDialog.svelte'

it('keeps the reason of a refusal that could not be sent', async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  const challenge = { id: 7, challenger: { id: 1, username: 'anna', kind: 'human' } } as Challenge
  const ondecline = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(undefined)
  const onfailure = vi.fn(async () => {})
  render(DeclineDialog, { challenge, ondecline, onfailure })
  const field = screen.getByLabelText<HTMLTextAreaElement>(/Reason/)
  const decline = () => fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await fireEvent.input(field, { target: { value: 'Too many games.' } })
  await decline()
  await waitFor(() => expect(onfailure).toHaveBeenCalledOnce())
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(field.value).toBe('Too many games.')
  await decline()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ondecline).toHaveBeenLastCalledWith(challenge, 'Too many games.')
  expect(field.value).toBe('')
})
