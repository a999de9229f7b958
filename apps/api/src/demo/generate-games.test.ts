import { expect, it } from 'vitest'
import { generateGames } from './generate-games.ts'
import { seeded } from './seeded.ts'

it('generates Halma games in every state', () => {
  const games = generateGames('halma', seeded)
  expect(games.map(({ outcome }) => outcome?.reason ?? 'running')).toEqual([
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
  expect(games.slice(0, 5).map(({ moves }) => moves.length)).toEqual([
    0,
    1,
    11,
    34,
    games[5]!.moves.length - 1,
  ])
})

it('generates the same games with the same seeds', () => {
  expect(generateGames('molenspel', seeded)).toEqual(generateGames('molenspel', seeded))
})
