import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { deliveryConsumer } from '../src/delivery/consume-outbox.ts'
import type { Deps } from '../src/deps.ts'
import { consumeEvents } from '../src/outbox/consume.ts'
import { gameView } from '../src/play/game/game-view.ts'
import { readGames } from '../src/play/game/read-games.ts'
import { openStore } from '../src/store/transaction.ts'
import { insertGames, insertPlayers, randomGame } from './move-load.ts'

// `pnpm bench outbox`: how many events per second the outbox consumer turns into notifications, pushes and webhook calls, for
// people with default settings who get a notification with every tenth event. Needs PostgreSQL.

const EVENTS = 50_000
const GAMES = 1000
const PLIES = 20

const postgres = await tempPostgres({ durable: true })
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
try {
  await migrate(database.pool)
  const players = await insertPlayers(database, 200)
  const pairs = Array.from({ length: GAMES }, (_, n) => [players[n % 200]!, players[(n + 1) % 200]!] as const)
  const ids = await insertGames(database, pairs, randomGame(PLIES + 1), PLIES)
  const store = openStore(database, { appended() {}, revoked() {} })
  const games = (await readGames(store, ids)).map((game) => gameView(game, null))
  await database.pool.query(
    `INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
     SELECT CASE WHEN nr % 10 = 0 THEN 'report' ELSE 'game' END, (game->>'id')::int, nr,
       ARRAY[(game#>>'{white,id}')::int, (game#>>'{black,id}')::int], (game#>>'{black,id}')::int,
       CASE WHEN nr % 10 = 0 THEN jsonb_build_object('id', nr, 'by', game->'white', 'player', game->'black', 'state', 'rejected',
         'verdict', '{"warned": false}'::jsonb) ELSE game END, now()
     FROM generate_series(1, $2::int) AS nr, LATERAL (SELECT ($1::jsonb)->(nr % $3::int) AS game) AS t`,
    [JSON.stringify(games), EVENTS, GAMES],
  )
  await database.pool.query('VACUUM ANALYZE')
  const deps = { config: { mail: null }, now: () => new Date() } as Deps
  const begun = performance.now()
  const count = await consumeEvents(store, deliveryConsumer(deps))
  const took = (performance.now() - begun) / 1000
  const { rows } = await database.pool.query('SELECT count(*)::int AS written FROM notifications')
  console.log(
    `${count} events and ${rows[0].written} notifications in ${took.toFixed(1)} s: ${(count / took).toFixed(0)} per second`,
  )
} finally {
  await database.close()
  await postgres.stop()
}
