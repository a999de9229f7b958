import type { Database } from '@tegenzet/db'
import { type CourseOfGame, randomGame, randomHalmaGame } from './move-load.ts'

/** Different courses of the games. */
const COURSES = 16
const MAX_PLIES = 47
/** Ids of what is filled in here, which are free. */
const FIRST = 1_000_000
const CLOCK = `'{"kind": "bank", "days": 60, "incrementHours": 0, "capDays": 60}'`
const MS = 60 * 86_400_000

export interface YearSize {
  games: number
  running: number
  accounts: number
  tournaments: number
}

/**
 * Adds a year of a large site: games of all rule sets, states and competitions mixed in time, whose rows lie on the disk in the
 * order in which they were written, and what else a year leaves.
 * @param giant a player of one game in a hundred
 */
export async function fillYear(
  { pool }: Pick<Database, 'pool'>,
  size: YearSize,
  { now, giant }: { now: Date; giant: number },
): Promise<void> {
  const client = await pool.connect()
  try {
    // the rows satisfy the foreign keys: checking each would take most of the time
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off')
    await client.query(`SET maintenance_work_mem = '256MB'; SET work_mem = '256MB'`)
    await client.query('CREATE TEMP TABLE courses (nr int, ply int, move text, position text)')
    const courses = [
      ...Array.from({ length: COURSES }, () => randomGame(MAX_PLIES)),
      randomHalmaGame(MAX_PLIES),
    ]
    for (const [nr, course] of courses.entries()) await insertCourse(client, nr, course)
    await client.query('ALTER TABLE courses ADD PRIMARY KEY (nr, ply); ANALYZE courses')
    for (const sql of statements(size, `'${now.toISOString()}'::timestamptz`, giant)) await client.query(sql)
  } finally {
    client.release(true)
  }
  await pool.query('VACUUM ANALYZE')
}

type Client = Pick<Database['pool'], 'query'>

const insertCourse = (client: Client, nr: number, { moves, positions }: CourseOfGame) =>
  client.query(
    `INSERT INTO courses SELECT $1, nr - 1, move, position
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS played (move, position, nr)`,
    // no move leads to the start
    [nr, [null, ...moves], positions],
  )

const series = (count: number) => `generate_series(0, ${count - 1}) AS n`
const id = (count: number, factor: number) => `${FIRST} + (n::bigint * ${factor} % ${count})::int`

function statements(
  { games, running, accounts, tournaments }: YearSize,
  at: string,
  giant: number,
): string[] {
  const everyRunning = Math.round(games / running)
  return [
    `INSERT INTO players (id, username, username_key, created_at)
       SELECT ${FIRST} + n, 'year' || n, 'year' || n, ${at} - interval '1 year' * (1 - n / ${accounts}.0) FROM ${series(accounts)};
     INSERT INTO accounts (id, player_id, name, email, email_verified, timezone, digest_at, digest_day, digest_since, created_at)
       SELECT ${FIRST} + n, ${FIRST} + n, 'year' || n, 'year' || n || '@example.org', true,
         (ARRAY['UTC', 'Europe/Amsterdam', 'Asia/Tokyo'])[1 + n % 3], '22:00', ${at}::date - 1, ${at}, ${at} FROM ${series(accounts)};
     INSERT INTO sessions (token, account_id, expires_at)
       SELECT 'year' || n, ${FIRST} + n, ${at} + interval '30 days' FROM ${series(accounts)};
     INSERT INTO last_requests (player_id, at)
       SELECT ${FIRST} + n, ${at} - n % 300 * interval '1 day' FROM ${series(accounts)};
     INSERT INTO player_ratings (player_id, rules, kind, rating, deviation, volatility, games, best, last_game_at)
       SELECT ${FIRST} + n, rules, 'human', 1000 + n % 1000, 60 + n % 200, 0.06, 5, 1700, ${at} - n % 300 * interval '1 day'
       FROM ${series(accounts)}, unnest(ARRAY['muehle', 'molenspel']) AS rules`,
    `INSERT INTO tournaments (id, name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
         min_entrants, max_entrants, invite, state, stage, started_at, created_at)
       SELECT ${FIRST} + n, 'Year cup ' || n, 'muehle', 1, ${CLOCK}, true, true, 'human', 12, 1, 1, 3, 1000, false,
         'running', 1, ${at} - interval '100 days', ${at} - interval '110 days' FROM ${series(tournaments)};
     INSERT INTO tournament_groups (tournament_id, stage, nr, started_at)
       SELECT ${FIRST} + n, 1, 1, ${at} - interval '100 days' FROM ${series(tournaments)}`,
    // one game in six is of a tournament, half of them of the first, which is huge; one in a thousand is a claim or a halma game
    `INSERT INTO games (id, rules, rules_revision, status, white_id, black_id, turn, ply, version, position, last_move, clock, clock_since,
         deadline, white_remaining_ms, black_remaining_ms, turn_ms, winner, reason, rated, tournament_id, stage, group_nr,
         created_at, updated_at, ended_at)
       SELECT g.id, rules, 1, g.status::game_status, white_id,
         CASE WHEN black_id = white_id THEN black_id + 1 ELSE black_id END,
         CASE WHEN is_running THEN (ARRAY['white', 'black'])[1 + g.ply % 2]::side END, g.ply, g.ply + 1, position, move, ${CLOCK},
         CASE WHEN status = 'active' THEN updated_at END, CASE WHEN status = 'active' THEN updated_at + interval '60 days' END,
         ${MS}, ${MS}, ${MS}, CASE WHEN status = 'finished' THEN 'white'::side END,
         CASE WHEN status = 'finished' THEN 'resignation' WHEN status = 'cancelled' THEN 'cancelled' END, n % 2 = 0,
         tournament_id, tournament_id * 0 + 1, tournament_id * 0 + 1, created_at, updated_at, CASE WHEN NOT is_running THEN updated_at END
       FROM (
         SELECT *, least(created_at + ply * interval '12 hours', ${at} - n % 1440 * interval '1 minute') AS updated_at,
           CASE WHEN NOT is_running THEN CASE WHEN n % 2000 = 3 THEN 'cancelled' ELSE 'finished' END
             WHEN n % 1000 < 2 THEN 'claimed' ELSE 'active' END AS status
         FROM (
           SELECT n, ${FIRST} + n AS id, 8 + n * 7 % 40 AS ply, n % ${everyRunning} = 0 AS is_running,
             CASE WHEN n % 1000 = 7 THEN ${COURSES} ELSE n % ${COURSES} END AS course,
             CASE WHEN n % 1000 = 7 THEN 'halma' WHEN n % 500 = 1 THEN 'moulin' WHEN n % 3 = 0 THEN 'molenspel' ELSE 'muehle' END AS rules,
             CASE WHEN n % 100 = 3 THEN ${giant} ELSE ${id(accounts, 7919)} END AS white_id, ${id(accounts - 1, 104_729)} AS black_id,
             CASE WHEN n % 12 = 0 THEN ${FIRST} WHEN n % 12 = 6 THEN ${FIRST} + n / 12 % ${tournaments} END AS tournament_id,
             CASE WHEN n % ${everyRunning} = 0 THEN ${at} - (n % 60 + 1) * interval '1 day'
               ELSE ${at} - interval '1 year' * (1 - n / ${games}.0) END AS created_at
           FROM ${series(games)}
         ) t
       ) g JOIN courses c ON c.nr = course AND c.ply = g.ply
       ORDER BY created_at
       ON CONFLICT DO NOTHING`,
    MOVES(at),
    `INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, created_at)
       SELECT id, turn, CASE turn WHEN 'white' THEN white_id ELSE black_id END, ply, 'repetition', '{0,2,4}',
         '{"holds": false, "findings": []}', ${at} - interval '1 hour' FROM games WHERE id >= ${FIRST} AND status = 'claimed';
     INSERT INTO reminder_checks (game_id, at) SELECT id, deadline FROM games WHERE id >= ${FIRST} AND status = 'active';
     INSERT INTO tournament_entries (tournament_id, player_id, entered_at)
       SELECT DISTINCT tournament_id, player_id, ${at} - interval '105 days'
       FROM games, unnest(ARRAY[white_id, black_id]) AS player_id WHERE tournament_id >= ${FIRST};
     INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
       SELECT tournament_id, 1, player_id, 1, row_number() OVER (PARTITION BY tournament_id)
       FROM tournament_entries WHERE tournament_id >= ${FIRST};
     INSERT INTO messages (game_id, by, ply, kind, text, created_at)
       SELECT id, 'white', 0, 'talk', 'Hello', created_at FROM games WHERE id >= ${FIRST};
     INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
       SELECT 'game', id, version, ARRAY[white_id, black_id], white_id, jsonb_build_object('filler', repeat('x', 900)), updated_at
       FROM games WHERE id >= ${FIRST} AND updated_at > ${at} - interval '7 days' ORDER BY updated_at`,
    `INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, created_at, closed_at)
       SELECT 'muehle', 1, ${FIRST} + n, 'random', ${CLOCK}, 'withdrawn', ${at} - interval '1 day', ${at} - interval '1 day'
       FROM ${series(accounts)};
     INSERT INTO notifications (account_id, kind, params, key, created_at, read_at)
       SELECT ${FIRST} + n, 'moved', '{"by": "player1"}', 'year' || k, ${at} - k * interval '1 day', CASE WHEN k > 1 THEN ${at} END
       FROM ${series(accounts)}, generate_series(1, 3) AS k;
     INSERT INTO security_events (account_id, kind, at) SELECT ${FIRST} + n, 'login', ${at} - interval '1 day' FROM ${series(accounts)};
     INSERT INTO mails (key, account_id, kind, recipient, subject, state, next_at, expires_at, sent_at, created_at)
       SELECT 'year' || n, ${FIRST} + n, 'digest', 'x@example.org', 'x', 'sent', ${at}, ${at} + interval '5 days', ${at}, ${at}
       FROM ${series(accounts)}`,
  ]
}

/** Moves of the games, in the order in which they were played. */
const MOVES = (at: string) => `
  CREATE TEMP TABLE played AS
    SELECT g.id, c.ply, c.move, least(g.created_at + c.ply * interval '12 hours', ${at}) AS at
    FROM games g JOIN courses c ON c.nr = CASE WHEN g.id % 1000 = 7 THEN ${COURSES} ELSE g.id % ${COURSES} END AND c.ply <= g.ply
    WHERE g.id >= ${FIRST} ORDER BY at;
  INSERT INTO moves (game_id, ply, move, played_at) SELECT id, ply, move, at FROM played WHERE ply > 0;
  DROP TABLE played`
