import type { Game, Player } from '@tegenzet/contract'
import { expect, it } from 'vitest'
import { bestGame, peopleFirst } from './best-game.ts'

const player = (kind: Player['kind'], rating?: number): Player => ({
  id: 1,
  username: 'anna',
  kind,
  ...(rating && { rating: { rules: 'halma', rating, provisional: false } }),
})
const game = (id: number, white: Player, black: Player) => ({ id, white, black }) as Game

const games = [
  game(1, player('bot', 2200), player('bot', 2100)),
  game(2, player('human', 1500), player('bot')),
  game(3, player('human', 1500), player('human', 1600)),
  game(4, player('human'), player('human')),
  game(5, player('human', 1700), player('human', 1650)),
]

it('the best game is that of the highest rated people', () => {
  expect(bestGame(games)?.id).toBe(5)
  expect(bestGame(games.slice(0, 2))?.id).toBe(2)
  expect(bestGame([])).toBe(undefined)
})

it('people come before bots, otherwise the order stays', () => {
  expect(peopleFirst(games).map(({ id }) => id)).toEqual([3, 4, 5, 2, 1])
})
