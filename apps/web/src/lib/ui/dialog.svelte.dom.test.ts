import { render, screen, within } from '@testing-library/svelte'
import { createRawSnippet, flushSync, tick, untrack } from 'svelte'
import { beforeEach, expect, it } from 'vitest'
import Dialog from './Dialog.svelte'
import Toasts from './Toasts.svelte'
import { dismissToast, getToasts, showsToasts, showToast, takeToasts } from './toasts.svelte.ts'

const snippet = createRawSnippet(() => ({ render: () => '<p>Really?</p>' }))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  for (const { id } of getToasts()) dismissToast(id)
})

it.each(['window', 'page'] as const)(
  'shows toasts of the %s that open dialogs would cover',
  async (place) => {
    render(Toasts, { in: place })
    const props = { title: 'Delete', children: snippet, actions: snippet }
    const { rerender } = render(Dialog, { ...props, open: true })
    showToast('The server cannot be reached.', 'warning')
    await tick()
    // everything outside of an open dialog is inert
    within(screen.getByRole('dialog')).getByText('The server cannot be reached.')
    expect(document.querySelector('.toast')?.classList.contains('arriving')).toBe(true)
    expect(screen.getAllByText('The server cannot be reached.').length).toBe(1)
    await rerender({ open: false })
    screen.getByText('The server cannot be reached.')
    // only its place has changed
    expect(document.querySelector('.toast')?.classList.contains('arriving')).toBe(false)
  },
)

it('stays open if it is opened again before the browser says that it was closed', () => {
  const shown = $state({ open: true })
  const props = { title: 'Delete', children: snippet, actions: snippet }
  render(Dialog, {
    ...props,
    get open() {
      return shown.open
    },
    set open(value) {
      shown.open = value
    },
  })
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  // Escape: the browser asks, closes, and says so later
  dialog.dispatchEvent(new Event('cancel'))
  dialog.open = false
  flushSync()
  shown.open = true
  flushSync()
  dialog.dispatchEvent(new Event('close'))
  flushSync()
  expect([shown.open, dialog.open]).toEqual([true, true])
  dialog.open = false
  dialog.dispatchEvent(new Event('close'))
  flushSync()
  expect(shown.open).toBe(false)
})

it('shows a toast that comes in the moment in which a dialog closes', () => {
  let open = $state(true)
  const end = $effect.root(() => {
    $effect(() => {
      if (open) return untrack(() => takeToasts(Symbol(), true))
    })
  })
  flushSync()
  open = false
  showToast('Thank you.', 'success')
  flushSync()
  expect([getToasts().length, showsToasts(null)]).toEqual([1, true])
  end()
})
