import { type Position, playTurn, ruleSet, startPosition } from '@tegenzet/rules'
import { explorerConsumer, monthOf } from '../src/analysis/explorer/count-games.ts'
import { positionKey } from '../src/analysis/explorer/position-key.ts'
import { ratingsConsumer } from '../src/competition/ratings/rate-games.ts'
import { beginGame, playMoves } from '../test/play/begin-game.ts'
import { consumeAllEvents } from '../test/server/consume-all-events.ts'
import { startServer } from '../test/server/harness.ts'
import { percentile } from './percentile.ts'

// `pnpm bench explorer`: how long the explorer and the search by position take with a million games, all of which begin in
// the position that is asked about, next to a query of one row. Uses the embedded database, or the Postgres server in TEST_DATABASE_URL.

const GAMES = 1_000_000
const OF_PLAYER = 100_000
/** Games that share a later position. */
const LATER = 100_000
const CALLS = 300
/** Rows of one statement, which may take 10 s. */
const BATCH = 20_000
const MONTHS = 36

const server = await startServer()
const { pool } = server.database
const anna = await server.player('anna')
const bram = await server.player('bram')
for (const first of ['d6', 'd5', 'd7', 'a1', 'b2', 'c3', 'd6', 'd5', 'd7', 'a1', 'b2', 'c3']) {
  const game = await beginGame(anna, bram, { rules: 'muehle', rated: true })
  await playMoves(game, anna, bram, [first, 'f4', 'b6', 'f2'])
  await anna.call('resign', { params: { id: game.id } })
}
await consumeAllEvents(server, ratingsConsumer(server.deps))
await consumeAllEvents(server, explorerConsumer)
const start = positionKey(ruleSet('muehle'), startPosition(ruleSet('muehle')))
const month = monthOf(server.clock.now())
// earlier games of weaker players, as rows: the lists show the real ones
for (const [player, games] of [
  [0, GAMES],
  [anna.id, OF_PLAYER],
] as const)
  for (let from = 1; from <= games; from += BATCH)
    await pool.query(
      `INSERT INTO explorer_games (player_id, position, game_id, rated, month, ratings, ended_at)
       SELECT $1, $2, -n, n % 2 = 0, $3::int - n % ${MONTHS}, (1 - n % 2) * (1000 + n % 997),
         timestamptz '2020-01-01' + n * interval '1 minute'
       FROM generate_series($4::int, $5::int) n`,
      [player, `${start}`, month, from, from + BATCH - 1],
    )
// positions after the explorer's plies: everybody has both, anna only the first
const [later, elsewhere] = [after('e3'), after('a1', 'g7')]
for (const [player, position] of [
  [0, later],
  [0, elsewhere],
  [anna.id, later],
] as const)
  for (let from = 1; from <= LATER; from += BATCH)
    await pool.query(
      `INSERT INTO later_positions (player_id, position, ended_at, game_id)
       SELECT $1, $2, timestamptz '2020-01-01' + n * interval '1 minute', -n FROM generate_series($3::int, $4::int) n`,
      [player, `${positionKey(ruleSet('muehle'), position)}`, from, from + BATCH - 1],
    )
await pool.query(
  `INSERT INTO explorer_moves
   SELECT player_id, position, r.rated, m.month, next, 5000, 2000, 1000, 2000, 7500000, 5000, last_played
   FROM explorer_moves, generate_series($1::int - ${MONTHS}, $1::int - 1) m (month), (VALUES (true), (false)) r (rated)
   WHERE position = $2`,
  [month, `${start}`],
)
await pool.query('ANALYZE')

const explorer = `${server.url}/api/v1/explorer/muehle`
const search = (position: Position) =>
  `${server.url}/api/v1/games?rules=muehle&limit=10&position=${encodeURIComponent(position)}`
const since = new Date(server.clock.now().getTime() - 400 * 86_400_000).toISOString().slice(0, 7)
for (const [name, url] of Object.entries({
  start: explorer,
  'start, rated': `${explorer}?rated=true`,
  'start, since': `${explorer}?since=${since}`,
  'start, one player': `${explorer}?player=anna`,
  'start, one player, since': `${explorer}?player=anna&since=${since}`,
  'after a move': `${explorer}?position=${encodeURIComponent(after('d6'))}`,
  'search, start': search(startPosition(ruleSet('muehle'))),
  'search, start, one player': `${search(startPosition(ruleSet('muehle')))}&player=anna`,
  'search, later': search(later),
  'search, later, one player': `${search(later)}&player=anna`,
  'search, later, a player without it': `${search(elsewhere)}&player=anna`,
}))
  console.log(
    `${name}: ${await times(async () => void (await (await fetch(url)).json()))}; one row: ${await times(() => pool.query('SELECT version FROM games WHERE id = 100001'))}`,
  )
await server.close()

function after(...moves: string[]): Position {
  let position = startPosition(ruleSet('muehle'))
  for (const move of moves) {
    const turn = playTurn(ruleSet('muehle'), position, move)
    if (!turn.ok) throw new Error(turn.error.message)
    position = turn.value.position
  }
  return position
}

async function times(call: () => Promise<unknown>): Promise<string> {
  const taken: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const begun = performance.now()
    await call()
    taken.push(performance.now() - begun)
  }
  const sorted = taken.slice(20)
  return `${percentile(sorted, 0.5).toFixed(1)} ms median, ${percentile(sorted, 0.99).toFixed(1)} ms p99`
}
