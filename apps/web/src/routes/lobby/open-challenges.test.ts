import type { Challenge } from '@tegenzet/contract'
import { describe, expect, it } from 'vitest'
import { OpenChallenges } from './open-challenges.svelte.ts'

const challenge = (id: number) => ({ id }) as Challenge

/** A lobby whose open challenges are `open`, newest first, in pages of three. */
function lobby(...open: number[]) {
  const server = { open, fails: false }
  const challenges = new OpenChallenges(async (cursor) => {
    if (server.fails) throw new Error('down')
    const from = cursor === undefined ? 0 : Number(cursor)
    const items = server.open.slice(from, from + 3).map(challenge)
    return { items, nextCursor: from + 3 < server.open.length ? String(from + 3) : null }
  })
  const shown = () => challenges.list.items.map(({ id }) => id)
  return { server, challenges, shown }
}

describe('the open challenges', () => {
  it('keep their places while new ones come and old ones go', async () => {
    const { server, challenges, shown } = lobby(6, 5, 4)
    await challenges.show()
    server.open = [8, 7, 6, 4]
    await challenges.look()
    expect(shown()).toEqual([6, 5, 4])
    // The first page reaches down to 6: whether 5 is open, it does not say.
    expect([challenges.arrived, [...challenges.gone]]).toEqual([2, []])
    server.open = [8, 6, 4]
    await challenges.look()
    expect([shown(), challenges.arrived, [...challenges.gone]]).toEqual([[6, 5, 4], 1, [5]])
  })

  it('show the new and drop the gone when the reader asks', async () => {
    const { server, challenges, shown } = lobby(2, 1)
    await challenges.show()
    server.open = [3, 1]
    await challenges.look()
    await challenges.show()
    expect([shown(), challenges.arrived, challenges.gone.size]).toEqual([[3, 1], 0, 0])
  })

  it('come by themselves where nothing was shown', async () => {
    const { server, challenges, shown } = lobby()
    await challenges.show()
    server.open = [1]
    await challenges.look()
    expect(shown()).toEqual([1])
  })

  it('stay as they are when looking fails, and recover', async () => {
    const { server, challenges, shown } = lobby(1)
    await challenges.show()
    server.fails = true
    await challenges.look()
    expect([shown(), challenges.gone.size]).toEqual([[1], 0])
    server.fails = false
    server.open = []
    await challenges.look()
    expect([...challenges.gone]).toEqual([1])
  })

  it('marks what another took at once, and keeps the mark on pages further down', async () => {
    const { server, challenges } = lobby(5, 4, 3, 2, 1)
    await challenges.show()
    await challenges.list.more()
    challenges.lose(1)
    server.open = [5, 4, 3, 2]
    await challenges.look()
    expect([...challenges.gone]).toEqual([1])
  })
})
