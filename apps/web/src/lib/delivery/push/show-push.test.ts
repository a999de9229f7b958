import type { PushMessage } from '@tegenzet/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showPush } from './show-push.ts'

type Shown = { title: string; tag: string; silent?: boolean; renotify?: boolean; close(): void }

let shown: Shown[]
let badge: number | undefined
let visible: boolean
const worker = {
  navigator: {
    async setAppBadge(count: number) {
      badge = count
    },
  },
  clients: { matchAll: async () => (visible ? [{ visibilityState: 'visible' }] : []) },
  registration: {
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
    async showNotification(title: string, options: Omit<Shown, 'title' | 'close'>) {
      const close = () => {
        shown = shown.filter((each) => each !== added)
      }
      const added = { title, ...options, close }
      shown = [...shown.filter(({ tag }) => tag !== options.tag), added]
    },
  },
} as unknown as Parameters<typeof showPush>[0]
const turn: PushMessage = {
  title: 'Your move',
  body: '',
  url: '/games/1',
  tag: '/games/1',
  badge: 2,
}
const withdrawal: PushMessage = { ...turn, title: 'Already settled', badge: 1, withdrawn: true }

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  badge = undefined
  visible = false
})
afterEach(() => vi.useRealTimers())

it('shows a notification with the number of waiting games', async () => {
  await showPush(worker, turn)
  expect([shown, badge]).toEqual([[expect.objectContaining({ title: 'Your move', renotify: true })], 2])
})

it('replaces a withdrawn notification with a silent note, which goes by itself, and leaves the others', async () => {
  await showPush(worker, turn)
  await showPush(worker, { ...turn, tag: '/games/2', url: '/games/2' })
  await showPush(worker, withdrawal)
  expect([shown.map(({ title, silent }) => [title, silent]), badge]).toEqual([
    [
      ['Your move', undefined],
      ['Already settled', true],
    ],
    1,
  ])
  await vi.runAllTimersAsync()
  expect(shown.map(({ tag }) => tag)).toEqual(['/games/2'])
})

it('lets what is still true take the place of what is not, without a sound', async () => {
  await showPush(worker, { ...turn, title: 'Draw offered' })
  await showPush(worker, { ...turn, silent: true })
  await vi.runAllTimersAsync()
  expect(shown).toEqual([expect.objectContaining({ title: 'Your move', silent: true })])
  expect(shown[0]).not.toHaveProperty('renotify')
})

it('shows each push without a sound while a page is open, and closes it at once', async () => {
  await showPush(worker, turn)
  const show = vi.spyOn(worker.registration, 'showNotification')
  visible = true
  for (const message of [{ ...turn, tag: '/games/2' }, { ...turn, silent: true as const }, withdrawal])
    await showPush(worker, message)
  expect([shown, badge]).toEqual([[], 1])
  const quiet = expect.objectContaining({ silent: true })
  expect(show.mock.calls.map(([, options]) => options)).toEqual([quiet, quiet, quiet])
})
