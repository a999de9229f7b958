import { GAME_STATUSES } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordsOf } from '../../src/play/exports/export-games.ts'
import { type GamesOfPlayer, gamesOfPlayer } from '../../src/play/exports/games-of-player.ts'
import { type CountedGrownSite, startCountedGrownSite } from './counted-grown-site.ts'
import { STANDING } from './grown-site.ts'

/** What may be read until the first games are there: ten of each kind of game at most, and their records. */
const AT_MOST = 1000
const FIRST = 10
/** Ended games are numbered from here. */
const OWN = 20_000

let site: CountedGrownSite
beforeAll(async () => {
  // a giant among many small players, with a rare rule set, a few rated and cancelled games, and a frequent opponent
  site = await startCountedGrownSite(`
    UPDATE games SET white_id = 1, black_id = CASE WHEN id % 3 = 0 THEN 7 WHEN black_id = 1 THEN 2 ELSE black_id END
      WHERE id BETWEEN ${OWN} AND ${OWN + STANDING - 1};
    UPDATE games SET white_id = black_id, black_id = 1 WHERE white_id = 1 AND id BETWEEN ${OWN} AND ${OWN + 999};
    UPDATE games SET rules = 'halma' WHERE id IN (${OWN + 3}, ${OWN + 700}, ${OWN + 2990});
    UPDATE games SET rated = true WHERE id IN (${OWN + 700}, ${OWN + 1500}, ${OWN + 1503});
    UPDATE games SET status = 'cancelled', winner = NULL, reason = 'agreement' WHERE id IN (${OWN + 3}, ${OWN + 2991});
    UPDATE games SET status = 'claimed', deadline = NULL, clock_since = NULL WHERE id IN (SELECT id FROM games WHERE white_id = 1 AND status = 'active' LIMIT 1);
    UPDATE games SET created_at = created_at + id % 1000 * interval '1 second'`)
}, 180_000)
afterAll(() => site?.close())

type Filters = Omit<GamesOfPlayer, 'playerId' | 'sort'>
const FILTERS: { [F in keyof Filters]: readonly Filters[F][] } = {
  rules: ['muehle', 'halma'],
  status: GAME_STATUSES,
  opponentId: [7],
  colour: ['white', 'black'],
  rated: [true, false],
  since: ['2026-11-15T00:00:00Z'],
  until: ['2026-11-01T00:00:00Z'],
}

/** Every combination of the filters and their values. */
const combinations = Object.entries(FILTERS).reduce<Filters[]>(
  (all, [name, values]) =>
    all.flatMap((each) => [each, ...values.map((value) => ({ ...each, [name]: value }))]),
  [{}],
)

interface GrownGame {
  id: number
  rules: string
  status: string
  white: number
  black: number
  rated: boolean
  at: Date
}
const matches =
  ({ rules, status, opponentId, colour, rated, since, until }: Filters) =>
  (game: GrownGame) =>
    (rules === undefined || game.rules === rules) &&
    (status === undefined || game.status === status) &&
    (opponentId === undefined || game.white === opponentId || game.black === opponentId) &&
    (colour === undefined || game[colour] === 1) &&
    (rated === undefined || game.rated === rated) &&
    (since === undefined || game.at >= new Date(since)) &&
    (until === undefined || game.at < new Date(until))

async function take(ids: AsyncIterable<number>, count = Number.POSITIVE_INFINITY): Promise<number[]> {
  const taken: number[] = []
  for await (const id of ids) if (taken.push(id) >= count) break
  return taken
}

it('finds the games of every combination of filters, the first ones without reading the rest', {
  timeout: 300_000,
}, async () => {
  const { rows } = await site.server.database.pool.query<GrownGame>(
    `SELECT id, rules, status, white_id AS white, black_id AS black, rated, created_at AS at FROM games
     WHERE 1 IN (white_id, black_id) ORDER BY created_at, id`,
  )
  expect(rows.length).toBeGreaterThan(STANDING)
  for (const [n, filters] of combinations.entries()) {
    const sort = n % 2 === 0 ? 'createdAt' : '-createdAt'
    const expected = rows.filter(matches(filters)).map(({ id }) => id)
    if (n % 2 === 1) expected.reverse()
    let first: number[] = []
    const { read } = await site.database.count(async (store) => {
      first = await take(await gamesOfPlayer(store, { ...filters, playerId: 1, sort }), FIRST)
    })
    const label = JSON.stringify(filters)
    expect(first, label).toEqual(expected.slice(0, FIRST))
    expect(read, label).toBeLessThanOrEqual(AT_MOST)
    // the rest of some
    if (n % 7 === 0)
      expect(
        await take(await gamesOfPlayer(site.server.store, { ...filters, playerId: 1, sort })),
        label,
      ).toEqual(expected)
  }
})

it('reads as much as is taken', async () => {
  const count = async (records: number) => {
    const { read } = await site.database.count(async (store) => {
      const ids = await gamesOfPlayer(store, { playerId: 1, sort: 'createdAt' })
      let n = 0
      for await (const _ of recordsOf(store, ids)) if (++n === records) break
    })
    return read
  }
  const [few, more] = [await count(1), await count(10 * FIRST)]
  expect(few).toBeLessThanOrEqual(AT_MOST)
  expect(more).toBeGreaterThan(few)
  expect(more).toBeLessThanOrEqual(10 * AT_MOST)
})
