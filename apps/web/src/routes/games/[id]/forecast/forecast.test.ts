import type { Standing } from '@tegenzet/contract'
import { type Score, standings } from '@tegenzet/tournaments'
import { expect, test } from 'vitest'
import { forecast } from './forecast.ts'

type Result = [id: number, white: number, black: number, score: Score | null]

/** The table of players 1 to `count` as the server answers it. */
function tableOf(
  count: number,
  games: Result[],
  { up = 0, down = 0, struck = [] as number[] } = {},
): Standing[] {
  const players = Array.from({ length: count }, (_, at) => at + 1)
  const userOf = (id: number) => ({ id, username: `player${id}`, kind: 'human' as const })
  const results = games.map(([, white, black, score]) => ({ white, black, score }))
  return standings(players, results, new Set(struck)).map(({ player, ...row }, at) => ({
    ...row,
    user: userOf(player),
    advances: at < up,
    relegated: at >= count - down,
    results: players
      .filter((id) => id !== player)
      .map((id) => ({
        opponent: userOf(id),
        games: games.flatMap(([game, white, black, score]) => {
          const own = white === player && black === id
          if (!own && !(white === id && black === player)) return []
          return [
            { id: game, score: score === null || own ? score : ((1 - score) as Score), shortDraw: false },
          ]
        }),
      })),
  }))
}

test('a result changes the place, and who goes on', () => {
  // 1 has beaten 3, 2 and 3 drew
  const items = tableOf(
    3,
    [
      [10, 1, 3, 1],
      [11, 2, 3, 0.5],
      [12, 1, 2, null],
    ],
    { up: 1 },
  )
  expect(forecast(items, 12, 2)).toEqual({
    win: { place: 1, move: 'up' },
    draw: { place: 2, move: null },
    loss: { place: 2, move: null },
  })
  expect(forecast(items, 12, 1)).toEqual({
    win: { place: 1, move: 'up' },
    draw: { place: 1, move: 'up' },
    loss: { place: 2, move: null },
  })
  expect(forecast(items, 10, 1)).toBeNull()
})

test('equal places across the line are not promised', () => {
  const items = tableOf(
    4,
    [
      [10, 1, 2, null],
      [11, 3, 4, 1],
    ],
    { up: 1, down: 1 },
  )
  expect(forecast(items, 10, 2)).toEqual({
    win: { place: 1, move: null },
    draw: { place: 2, move: null },
    loss: { place: 3, move: null },
  })
})

test('games of struck players change nothing, and those who count go down', () => {
  const games: Result[] = [
    [10, 1, 2, 1],
    [11, 2, 3, null],
    [12, 3, 4, null],
  ]
  const items = tableOf(4, games, { down: 2, struck: [4] })
  expect(forecast(items, 12, 3)).toBeNull()
  expect(forecast(items, 11, 2)?.loss).toEqual({ place: 3, move: 'down' })
  expect(forecast(items, 11, 2)?.win.move).toBeNull()
})
