import { expect, it, vi } from 'vitest'
import { EntryChange } from './entry-change.svelte.ts'

const showError = vi.hoisted(() => vi.fn())
vi.mock('$lib/ui/show-error.ts', () => ({ showError }))

it('is busy until the page has loaded again, also after an error', async () => {
  const busy: boolean[] = []
  const change = new EntryChange(async () => {
    busy.push(change.busy)
  })
  await change.run(async () => {})
  expect(showError).not.toHaveBeenCalled()
  await change.run(() => Promise.reject(new Error('full')))
  expect(showError).toHaveBeenCalledWith(new Error('full'))
  expect([...busy, change.busy]).toEqual([true, true, false])
})
