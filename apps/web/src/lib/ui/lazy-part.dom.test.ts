import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it, vi } from 'vitest'
import LazyPart from './LazyPart.svelte'

it('shows a placeholder, says when the part cannot be loaded, and loads it on request', async () => {
  const load = vi.fn(async () => 'The part')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const children = createRawSnippet((part: () => string) => ({ render: () => `<p>${part()}</p>` }))
  render(LazyPart<string>, { load, children })
  screen.getByText(/Loading/)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/Loading/)).toBeNull()
  retry.click()
  await screen.findByText('The part')
  expect(load).toHaveBeenCalledTimes(2)
})
