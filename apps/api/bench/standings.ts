import { migrate, openDatabase, tempPostgres } from '@tegenzet/db'
import { insertPlayers, startBenchServer } from './move-load.ts'
import { postmasterOf, processorTime } from './processor-time.ts'

// `pnpm bench standings [READS]`: the processor time of reading the whole standings of a running tournament with 504 players,
// and of asking whether they have changed. One temporary Postgres. Needs PostgreSQL and Linux.

const READS = Number(process.argv[2] ?? 100)
const GROUPS = 42
const GROUP_SIZE = 12
const PLAYERS = GROUPS * GROUP_SIZE
/** How often the server keeps tables, with a margin. */
const KEPT_AFTER_MS = 20_000

const postgres = await tempPostgres()
const database = await openDatabase({ url: postgres.url, limitsStatements: false })
try {
  await migrate(database.pool)
  await insertPlayers(database, PLAYERS)
  const clock = `'{"kind": "per-move", "days": 3}'`
  await database.pool.query(`
    INSERT INTO tournaments (id, name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
        min_entrants, max_entrants, invite, state, stage, started_at, created_at)
      VALUES (1, 'Cup', 'muehle', 1, ${clock}, true, true, 'human', ${GROUP_SIZE}, 1, 1, 3, ${PLAYERS}, false, 'running', 1, now(), now());
    INSERT INTO tournament_entries (tournament_id, player_id, entered_at) SELECT 1, id, now() FROM players;
    INSERT INTO tournament_groups (tournament_id, stage, nr, started_at) SELECT 1, 1, n, now() FROM generate_series(1, ${GROUPS}) n;
    INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
      SELECT 1, 1, id, 1 + (n - 1) / ${GROUP_SIZE}, 1 + (n - 1) % ${GROUP_SIZE}
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM players) p;
    INSERT INTO games (rules, rules_revision, status, white_id, black_id, turn, position, clock, white_remaining_ms,
        black_remaining_ms, turn_ms, winner, reason, tournament_id, stage, group_nr, ended_at)
      SELECT 'muehle', 1, CASE WHEN w.seat = 1 THEN 'claimed' ELSE 'finished' END::game_status, w.player_id, b.player_id,
        CASE WHEN w.seat = 1 THEN 'white' END::side, '.../.../.../....../.../.../... w 9 9 0 1', ${clock}, 1, 1, 1,
        CASE WHEN w.seat > 1 THEN 'white' END::side, CASE WHEN w.seat > 1 THEN 'resignation' END, 1, 1, w.group_nr,
        CASE WHEN w.seat > 1 THEN now() END
      FROM tournament_seats w JOIN tournament_seats b USING (tournament_id, group_nr) WHERE w.seat < b.seat`)
  await database.pool.query('VACUUM ANALYZE')
  const postmaster = await postmasterOf(database)
  const server = await startBenchServer(postgres.url)
  await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
  const kept = await database.prisma.tournamentTable.count()
  if (kept !== GROUPS) throw new Error(`${kept} tables are kept`)
  const url = `${server.url}/api/v1/tournaments/1/standings`
  const whole = await fetch(url)
  const etag = whole.headers.get('etag') ?? ''
  console.log(`${PLAYERS} players, ${(await whole.text()).length} bytes`)
  const game = `${server.url}/api/v1/games/${(await database.prisma.game.findFirstOrThrow()).id}`

  await measure('standings', url, {})
  await measure('standings, not compressed', url, { 'accept-encoding': 'identity' })
  await measure('standings, not changed', url, { 'if-none-match': etag })
  await measure('a game', game, {})
  await server.end('SIGTERM')

  async function measure(name: string, address: string, headers: Record<string, string>): Promise<void> {
    const read = async () => (await fetch(address, { headers })).arrayBuffer()
    for (let n = 0; n < 30; n++) await read()
    const before = processorTime(server.pid, postmaster)
    const begun = performance.now()
    for (let n = 0; n < READS; n++) await read()
    const wall = (performance.now() - begun) / READS
    const [own, ofPostgres] = processorTime(server.pid, postmaster).map((ms, n) => (ms - before[n]!) / READS)
    console.log(
      `${name.padEnd(28)}${own!.toFixed(1)} ms in the server, ${ofPostgres!.toFixed(1)} ms in Postgres, answered after ${wall.toFixed(1)} ms`,
    )
  }
} finally {
  await database.close()
  await postgres.stop()
}
