import { fireEvent, render } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import MoveNavigation from './MoveNavigation.svelte'

let element: HTMLElement
afterEach(() => element.remove())

it.each([
  ['the field of the chat', 'textarea'],
  ['the conversation, which scrolls', 'div'],
])('leaves Home, End and the space bar to %s', async (_, tag) => {
  const onstep = vi.fn()
  render(MoveNavigation, { at: 3, last: 8, onstep })
  element = document.createElement(tag)
  if (tag === 'div') element.setAttribute('role', 'log')
  document.body.append(element)
  // false if the page has taken the key
  for (const key of ['Home', 'End', ' ', 'ArrowLeft'])
    expect(await fireEvent.keyDown(element, { key })).toBe(true)
  expect(onstep).not.toHaveBeenCalled()
  await fireEvent.keyDown(document.body, { key: 'Home' })
  await fireEvent.keyDown(document.body, { key: 'End' })
  expect(onstep.mock.calls).toEqual([[0], [8]])
})
