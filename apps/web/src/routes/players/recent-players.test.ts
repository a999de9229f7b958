import type { Game } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { gameAfter } from '$lib/play/game/game-fixture.ts'
import { recentPlayers } from './recent-players.ts'

const names = (games: readonly Game[], most = 10) =>
  recentPlayers(games, most).map(({ player }) => player.username)
const bot = { id: 3, username: 'novice', kind: 'bot' } as const
const carla = { id: 4, username: 'carla', kind: 'human' } as const

test('whoever has moved last comes first, each player once', () => {
  const games = [gameAfter(['d6']), gameAfter(['d6', 'f4'], { white: carla }), gameAfter(['d6'])]
  expect(names(games)).toEqual(['anna', 'bram'])
  expect(names(games, 1)).toEqual(['anna'])
})

test('both players have moved in a finished game, and nobody where no move was played', () => {
  const finished = { status: 'finished', turn: null } as const
  expect(names([gameAfter(['d6'], finished)])).toEqual(['anna', 'bram'])
  expect(names([gameAfter([]), gameAfter([], finished)])).toEqual([])
})

test('who plays a bot has moved when the bot has answered; bots and guests are left out', () => {
  expect(names([gameAfter(['d6', 'f4'], { black: bot })])).toEqual(['anna'])
  expect(names([gameAfter(['d6'], { white: { ...carla, kind: 'guest' } })])).toEqual([])
})
