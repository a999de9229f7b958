import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextPuzzle } from '../../src/analysis/puzzles/next-puzzle.ts'
import { type CountedGrownSite, startCountedGrownSite } from './counted-grown-site.ts'
import { STANDING } from './grown-site.ts'

/** What the next puzzle may read: 100 from games, 64 and twice as many that the player may have finished, and their ratings. */
const AT_MOST = 800
/** Has tried every puzzle from a game. */
const BUSY = 1
/** Has finished one puzzle, and none is given. */
const IDLE = 2

let tosses = 0
let site: CountedGrownSite
beforeAll(async () => {
  site = await startCountedGrownSite(`
    DELETE FROM puzzle_attempts WHERE finished_at IS NULL AND player_id IN (${BUSY}, ${IDLE});
    INSERT INTO puzzle_attempts (player_id, puzzle_id, given_at, finished_at, solved, rating_before, rating, deviation, volatility)
      SELECT ${BUSY}, id, made_at, made_at, true, 1500, 1500, 100, 0.06 FROM game_puzzles ON CONFLICT DO NOTHING`)
})
afterAll(() => site?.close())

test.each([
  ['a visitor', null],
  ['a player', IDLE],
  ['a player who has tried every puzzle from a game', BUSY],
])('the next puzzle of %s does not read all there are', async (_, playerId) => {
  expect(await site.server.database.prisma.gamePuzzle.count()).toBe(STANDING)
  const solver = playerId === null ? null : { accountId: playerId, playerId }
  for (const query of [{}, { rules: 'muehle' }, { rules: 'moulin' }, { theme: 'flying' }] as const) {
    const { read } = await site.database.count(async (store) => {
      const at = site.server.clock.now()
      const next = { query, solver, leftOut: new Set<string>(), at }
      const puzzle = await nextPuzzle({ coin: () => tosses++ % 3 === 0 }, store, next)
      expect(puzzle.ok).toBe(true)
    })
    expect(read, JSON.stringify(query)).toBeLessThan(AT_MOST)
  }
})
