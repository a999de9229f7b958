import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import ProposingField from './ProposingField.svelte'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('proposes what was typed last, from two letters on, and keeps the proposals without an answer', async () => {
  const asked: string[] = []
  const propose = async (typed: string) => {
    asked.push(typed)
    if (typed === 'down') throw new TypeError('Failed to fetch')
    return [`${typed}a`, `${typed}b`]
  }
  const { container } = render(ProposingField, { label: 'Name', propose })
  const field = screen.getByLabelText('Name')
  const type = async (value: string, pauseMs: number) => {
    await fireEvent.input(field, { target: { value } })
    await vi.advanceTimersByTimeAsync(pauseMs)
  }
  const proposed = () => [...container.querySelectorAll('option')].map(({ value }) => value)
  await type('a', 1000)
  await type('an', 100)
  await type('ann ', 1000)
  expect(asked).toEqual(['ann'])
  expect(proposed()).toEqual(['anna', 'annb'])
  expect(container.querySelector('datalist')?.id).toBe(field.getAttribute('list'))
  await type('down', 1000)
  expect(proposed()).toEqual(['anna', 'annb'])
})
