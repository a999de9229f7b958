import { expect, it } from 'vitest'
import { fillPage } from './fill-page.ts'

/** Pages of which the cursor is the number. */
const fetchFrom = (pages: number[][]) => {
  const asked: string[] = []
  const fetch = (cursor = '0') => {
    asked.push(cursor)
    const next = Number(cursor) + 1
    return Promise.resolve({
      items: pages[Number(cursor)] ?? [],
      nextCursor: next < pages.length ? `${next}` : null,
    })
  }
  return { asked, fetch }
}

it('reads on until the page is full or there is nothing more', async () => {
  const full = fetchFrom([[1, 2], [3], [4]])
  expect(await fillPage(full.fetch, { size: 3 })).toEqual({ items: [1, 2, 3], nextCursor: '2' })
  const short = fetchFrom([[1], []])
  expect(await fillPage(short.fetch, { size: 3 })).toEqual({ items: [1], nextCursor: null })
  const one = fetchFrom([[1, 2, 3], [4]])
  expect(await fillPage(one.fetch, { size: 3 })).toEqual({ items: [1, 2, 3], nextCursor: '1' })
  expect(one.asked).toEqual(['0'])
})

it('stops after three pages, and goes on from there', async () => {
  const { asked, fetch } = fetchFrom([[], [], [], [4], [5]])
  expect(await fillPage(fetch, { size: 2 })).toEqual({ items: [], nextCursor: '3' })
  expect(await fillPage(fetch, { cursor: '3', size: 2 })).toEqual({ items: [4, 5], nextCursor: null })
  expect(asked).toEqual(['0', '1', '2', '3', '4'])
})
