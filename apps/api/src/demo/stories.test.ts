import { expect, it } from 'vitest'
import { seeded } from './seeded.ts'
import { stories } from './stories.ts'

it('tells of halma in every state', () => {
  const told = stories('halma', seeded)
  expect(told.map(({ outcome }) => outcome?.reason ?? 'running')).toEqual([
    'running',
    'running',
    'running',
    'running',
    'running',
    'camp-filled',
    'camp-re-entered',
    'camps-not-cleared',
    'camp-not-cleared',
  ])
  expect(told.slice(0, 5).map(({ moves }) => moves.length)).toEqual([0, 1, 11, 34, told[5]!.moves.length - 1])
})

it('tells the same with the same seeds', () => {
  expect(stories('molenspel', seeded)).toEqual(stories('molenspel', seeded))
})
