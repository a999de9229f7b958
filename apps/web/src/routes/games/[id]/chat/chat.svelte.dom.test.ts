import type { Message } from '@tegenzet/contract'
import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Chat from './Chat.svelte'
import type { Conversation } from './conversation.svelte.ts'

vi.mock('$lib/ui/show-error.ts', () => ({ showError: async () => {} }))

/** Tells the chat whether it is on the screen, which jsdom does not know. */
let show: (onScreen: boolean) => void
beforeEach(() => {
  HTMLDialogElement.prototype.close = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        show = (isIntersecting) => callback([{ isIntersecting }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const message = (id: number): Message => ({
  id,
  game: 100001,
  by: 'black',
  text: `Message ${id}`,
  ply: 0,
  offer: null,
  kind: 'talk',
  createdAt: '2026-11-20T12:00:00.000Z',
})

/** jsdom has no layout: what is behind another tab has no height. */
function layOut(log: HTMLElement, size: { height: number; content: number }): void {
  Object.defineProperty(log, 'clientHeight', { configurable: true, value: size.height })
  Object.defineProperty(log, 'scrollHeight', { configurable: true, value: size.content })
}

it('scrolls to a message that arrived behind another tab once the conversation is shown', async () => {
  let messages = $state.raw([message(1)])
  const conversation = {
    list: { state: 'ready', hasMore: false },
    relation: null,
    blocked: false,
    linksHeld: false,
    remote: { id: 100001 },
    markRead: () => {},
    get messages() {
      return messages
    },
  } as unknown as Conversation
  render(Chat, { conversation, me: 'white', names: { white: 'anna', black: 'bram' } })
  const log = screen.getByRole('log')
  layOut(log, { height: 0, content: 0 })
  messages = [message(1), message(2)]
  await tick()
  layOut(log, { height: 100, content: 400 })
  show(true)
  await tick()
  expect(log.scrollTop).toBe(400)

  // whoever has scrolled up to older messages stays there
  log.scrollTop = 50
  log.dispatchEvent(new Event('scroll'))
  show(false)
  layOut(log, { height: 0, content: 0 })
  log.dispatchEvent(new Event('scroll'))
  messages = [message(1), message(2), message(3)]
  await tick()
  layOut(log, { height: 100, content: 500 })
  show(true)
  await tick()
  expect(log.scrollTop).toBe(50)
})
