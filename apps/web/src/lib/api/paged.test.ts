import { describe, expect, it } from 'vitest'
import { Paged } from './paged.svelte.ts'

const item = (id: number, version = 0) => ({ id, version })
const pages = [
  { items: [item(1), item(2)], nextCursor: 'two' },
  { items: [item(2), item(3)], nextCursor: null },
]
const inPages = () => new Paged(async (cursor) => pages[cursor === 'two' ? 1 : 0]!)

describe('a paged list', () => {
  it('shows the first page, then the next, each item once', async () => {
    const list = inPages()
    expect(list.state).toBe('loading')
    await list.load()
    expect([list.state, list.items.map(({ id }) => id), list.hasMore]).toEqual(['ready', [1, 2], true])
    await list.more()
    expect([list.items.map(({ id }) => id), list.hasMore]).toEqual([[1, 2, 3], false])
  })

  it('shows an item that arrives after the first load has failed', async () => {
    const list = new Paged<ReturnType<typeof item>>(async () => {
      throw new Error('down')
    })
    await list.load()
    list.put(item(7))
    expect([list.state, list.items]).toEqual(['ready', [item(7)]])
  })

  it('keeps its items when a reload fails, and has the state `failed` only without any', async () => {
    let works = false
    const list = new Paged(async () => {
      if (!works) throw new Error('down')
      return pages[1]!
    })
    await list.load()
    expect(list.state).toBe('failed')
    works = true
    await list.load()
    works = false
    await list.load()
    expect([list.state, list.items.length]).toEqual(['ready', 2])
    expect(list.error).toEqual(new Error('down'))
  })

  it('ignores an answer that a later load has overtaken', async () => {
    const answers: ((page: (typeof pages)[0]) => void)[] = []
    const list = new Paged(() => new Promise<(typeof pages)[0]>((resolve) => answers.push(resolve)))
    const [early, late] = [list.load(), list.load()]
    answers[1]!({ items: [item(9)], nextCursor: null })
    await late
    answers[0]!(pages[0]!)
    await early
    expect(list.items).toEqual([item(9)])
  })

  it('shows each answer until a later load answers', async () => {
    const answers: ((page: (typeof pages)[0]) => void)[] = []
    const list = new Paged(() => new Promise<(typeof pages)[0]>((resolve) => answers.push(resolve)))
    const [early, late] = [list.load(), list.load()]
    answers[0]!(pages[0]!)
    await early
    expect(list.items).toEqual(pages[0]!.items)
    answers[1]!({ items: [item(9)], nextCursor: null })
    await late
    expect(list.items).toEqual([item(9)])
  })

  it('loads again when an item changes during a load, whose answer may not have it', async () => {
    const answers: ((page: (typeof pages)[0]) => void)[] = []
    const list = new Paged(() => new Promise<(typeof pages)[0]>((resolve) => answers.push(resolve)))
    const loading = list.load()
    list.put(item(3))
    answers[0]!(pages[0]!)
    await expect.poll(() => answers).toHaveLength(2)
    expect(list.items).toEqual([item(3)])
    answers[1]!({ items: [item(3), item(1)], nextCursor: null })
    await loading
    expect(list.items).toEqual([item(3), item(1)])
  })

  it('replaces an item with the same id unless the old one is newer', async () => {
    const list = inPages()
    await list.load()
    list.put(item(2, 5))
    list.put(item(2, 4), (old) => old.version < 4)
    list.put(item(7))
    expect(list.items).toEqual([item(7), item(1), item(2, 5)])
    list.drop(1)
    expect(list.items.map(({ id }) => id)).toEqual([7, 2])
  })

  it('keeps its items when loading again fails, but does not go on saying that there are none', async () => {
    let answer: (typeof pages)[0] | null = { items: [], nextCursor: null }
    const list = new Paged(async () => {
      if (!answer) throw new Error('offline')
      return answer
    })
    await list.load()
    expect(list.state).toBe('ready')
    answer = null
    await list.load()
    expect([list.state, list.error]).toEqual(['failed', new Error('offline')])
    answer = { items: [item(1)], nextCursor: null }
    await list.load()
    answer = null
    await list.load()
    expect([list.state, list.items]).toEqual(['ready', [item(1)]])
  })

  it('keeps the pages that are shown when it loads again', async () => {
    const list = inPages()
    await list.load()
    await list.more()
    await list.load()
    expect([list.items.map(({ id }) => id), list.hasMore]).toEqual([[1, 2, 3], false])
  })

  it('loads the next page also when it is loaded again meanwhile', async () => {
    const answers: (() => void)[] = []
    const list = new Paged(async (cursor) => {
      if (cursor) await new Promise<void>((resolve) => answers.push(resolve))
      return pages[cursor === 'two' ? 1 : 0]!
    })
    await list.load()
    const more = list.more()
    await list.load()
    answers.shift()!()
    await expect.poll(() => answers).toHaveLength(1)
    answers.shift()!()
    await more
    expect([list.items.map(({ id }) => id), list.hasMore]).toEqual([[1, 2, 3], false])
  })
})
