import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it, onTestFinished } from 'vitest'
import { Paged } from '$lib/api/paged.svelte.ts'
import PagedRows from './PagedRows.svelte'
import { rescueFocus } from './rescue-focus.ts'

const PAGES = [['anna', 'bram'], ['chris', 'dora'], ['eva']].map((names, page, { length }) => ({
  items: names.map((id) => ({ id })),
  nextCursor: page + 1 < length ? `${page + 1}` : null,
}))

it('keeps the focus while there is more, and then moves it to the first new row', async () => {
  const list = new Paged(async (cursor = '0') => PAGES[Number(cursor)]!)
  const row = createRawSnippet<[{ id: string }]>((item) => ({ render: () => `<a href="/">${item().id}</a>` }))
  await list.load()
  onTestFinished(rescueFocus())
  render(PagedRows<{ id: string }>, { list, label: 'Players', row })
  const button = screen.getByRole('button', { name: 'Show more' })
  button.focus()
  await fireEvent.click(button)
  await screen.findByText('dora')
  expect(document.activeElement).toBe(button)
  await fireEvent.click(button)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('eva'))
})
