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
  it('keep their order when polling finds new and closed ones', async () => {
    const { server, challenges, shown } = lobby(6, 5, 4)
    await challenges.load()
    server.open = [8, 7, 6, 4]
    await challenges.poll()
    expect(shown()).toEqual([6, 5, 4])
    // The first page ends with 6, so it does not tell whether 5 is open.
    expect([challenges.arrived, [...challenges.gone]]).toEqual([2, []])
    server.open = [8, 6, 4]
    await challenges.poll()
    expect([shown(), challenges.arrived, [...challenges.gone]]).toEqual([[6, 5, 4], 1, [5]])
  })

  it('list new ones and drop closed ones when the reader asks', async () => {
    const { server, challenges, shown } = lobby(2, 1)
    await challenges.load()
    server.open = [3, 1]
    await challenges.poll()
    await challenges.load()
    expect([shown(), challenges.arrived, challenges.gone.size]).toEqual([[3, 1], 0, 0])
  })

  it('are listed at once if the list was empty', async () => {
    const { server, challenges, shown } = lobby()
    await challenges.load()
    server.open = [1]
    await challenges.poll()
    expect(shown()).toEqual([1])
  })

  it('stay as they are when polling fails, and recover', async () => {
    const { server, challenges, shown } = lobby(1)
    await challenges.load()
    server.fails = true
    await challenges.poll()
    expect([shown(), challenges.gone.size]).toEqual([[1], 0])
    server.fails = false
    server.open = []
    await challenges.poll()
    expect([...challenges.gone]).toEqual([1])
  })

  it('mark a challenge that was accepted by somebody else, also on later pages', async () => {
    const { server, challenges } = lobby(5, 4, 3, 2, 1)
    await challenges.load()
    await challenges.list.more()
    challenges.markGone(1)
    server.open = [5, 4, 3, 2]
    await challenges.poll()
    expect([...challenges.gone]).toEqual([1])
  })
})
