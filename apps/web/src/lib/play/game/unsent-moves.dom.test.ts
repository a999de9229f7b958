import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import Toasts from '$lib/ui/Toasts.svelte'
import { getToasts } from '$lib/ui/toasts.svelte.ts'
import { unsentMoves } from './unsent-moves.svelte.ts'

vi.mock('$lib/api/api.ts', () => ({
  api: {
    call: async () => {
      throw new Error('offline')
    },
  },
}))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))

const DAY_MS = 24 * 3_600_000
const ANNA = 1
const BRAM = 2

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  return () => vi.useRealTimers()
})

/** A move that could not be sent, by somebody who has logged out since. */
function keepMove(account: number, game: number, kind = 'human'): void {
  session.account = { id: account, kind } as NonNullable<typeof session.account>
  unsentMoves.add({ game, move: 'd7', ply: 2, message: '', opponentName: 'chris' })
  session.account = null
  vi.advanceTimersByTime(1000)
}

/** The toasts that a visit shows. */
async function visit(dismiss = false): Promise<string[]> {
  const { unmount } = render(Toasts)
  const end = unsentMoves.askToLogIn()
  const said = getToasts().map(({ text, href }) => `${text} ${href}`)
  if (dismiss) await fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  end?.()
  unmount()
  return said
}

const one = (game: number) =>
  `One of your moves has not been sent yet. Log in to send it. /login?next=%2Fgames%2F${game}`

it('asks one account at a time, the one with the newest move', async () => {
  keepMove(ANNA, 100001)
  keepMove(ANNA, 100002)
  keepMove(BRAM, 100003)
  expect(await visit()).toEqual([one(100003)])
  keepMove(ANNA, 100004)
  expect(await visit()).toEqual([
    '3 of your moves have not been sent yet. Log in to send them. /login?next=%2Fgames%2F100004',
  ])
})

it('does not ask again about moves whose toast was dismissed, but keeps them', async () => {
  keepMove(ANNA, 100001)
  expect(await visit(true)).toEqual([one(100001)])
  expect(await visit()).toEqual([])
  keepMove(ANNA, 100002)
  expect(await visit()).toEqual([one(100002)])
  session.account = { id: ANNA } as NonNullable<typeof session.account>
  expect(unsentMoves.count).toBe(2)
  session.account = null
})

it('asks again if the session ends after another log-in', async () => {
  keepMove(ANNA, 100001)
  keepMove(BRAM, 100002)
  expect(await visit(true)).toEqual([one(100002)])
  expect(await visit(true)).toEqual([one(100001)])
  session.account = { id: ANNA } as NonNullable<typeof session.account>
  await unsentMoves.send()
  session.account = null
  expect(await visit()).toEqual([one(100001)])
})

it('forgets moves after 180 days, also those of guests and of earlier versions', async () => {
  keepMove(ANNA, 100001)
  keepMove(BRAM, 100002, 'guest')
  localStorage.setItem('unsent-moves 3', JSON.stringify([{ game: 100003, move: 'd7', ply: 2 }]))
  expect(await visit()).toHaveLength(1)
  vi.advanceTimersByTime(179 * DAY_MS)
  expect(await visit()).toHaveLength(1)
  vi.advanceTimersByTime(DAY_MS)
  expect(await visit()).toEqual([])
  expect(localStorage.length).toBe(0)
})
