import type { Database } from '@tegenzet/db'
import { EXPLORED_PLIES } from '../src/analysis/explorer/count-games.ts'
import { positionKey } from '../src/analysis/explorer/position-key.ts'
import { type CourseOfGame, randomGame, randomHalmaGame } from './move-load.ts'

/** Different courses of the games. */
const COURSES = 16
const MAX_PLIES = 47
/** Ids of what is filled in here, which are free. The first tournament is huge, over, and the giant's. */
export const FIRST = 1_000_000
const CLOCK = `'{"kind": "bank", "days": 60, "incrementHours": 0, "capDays": 60}'`
const MS = 60 * 86_400_000
/** Players of a group, and the games among them. */
const GROUP = 12
const PAIRS = (GROUP * (GROUP - 1)) / 2
/** Groups of a huge tournament: it has about a thousand players. */
const MOST_GROUPS = 84
const HUGE = 3
const BOARDS = 20
/** Members of a huge club, and admirers, notifications and puzzles of the giant. */
const MANY = 2000
/** The most there can be. */
const FAVOURITES = 200

export interface YearSize {
  games: number
  running: number
  accounts: number
}

interface Year extends YearSize {
  /** The end, as SQL. */
  at: string
  /** A player of one game in a hundred, who has many of everything. */
  giant: number
}

/**
 * Adds a year of a large site: games of all rule sets, states and competitions mixed in time, whose rows lie on the disk in the
 * order in which they were written, and what else a year leaves.
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
    await client.query(
      'CREATE TEMP TABLE courses (nr int, ply int, move text, position text, key bigint, next bigint, is_first boolean)',
    )
    const courses = [
      ...Array.from({ length: COURSES }, () => randomGame(MAX_PLIES)),
      randomHalmaGame(MAX_PLIES),
    ]
    for (const [nr, course] of courses.entries()) await insertCourse(client, nr, course)
    await client.query('ALTER TABLE courses ADD PRIMARY KEY (nr, ply); ANALYZE courses')
    const year = { ...size, at: `'${now.toISOString()}'::timestamptz`, giant }
    for (const part of [players, competitions, games, ofGames, counted, others])
      for (const sql of part(year)) await client.query(sql)
  } finally {
    client.release(true)
  }
  await pool.query('VACUUM ANALYZE')
}

type Client = Pick<Database['pool'], 'query'>

function insertCourse(client: Client, nr: number, { rules, moves, positions }: CourseOfGame) {
  const keys = positions.map((position) => positionKey(rules, position))
  return client.query(
    `INSERT INTO courses SELECT $1, nr - 1, move, position, key, next, is_first
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[])
       WITH ORDINALITY AS played (move, position, key, next, is_first, nr)`,
    // no move leads to the start
    [
      nr,
      [null, ...moves],
      positions,
      keys.map(String),
      keys.map((_, n) => `${keys[n + 1] ?? 0}`),
      keys.map((key, n) => keys.indexOf(key) === n),
    ],
  )
}

const series = (count: number) => `generate_series(0, ${count - 1}) AS n`
const id = (count: number, factor: number, n = 'n') => `${FIRST} + (${n}::bigint * ${factor} % ${count})::int`
/** A moment of the year, a day or more before its end. */
const ago = (at: string, n = 'n') => `${at} - (1 + ${n} % 364) * interval '1 day'`

const players = ({ accounts, at }: Year): string[] => [
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
     FROM ${series(accounts)}, unnest(ARRAY['muehle', 'molenspel']) AS rules;
   INSERT INTO vacations (player_id, "from", until, state, created_at)
     SELECT ${FIRST} + n, ${ago(at)} - interval '10 days', ${ago(at)}, 'over', ${ago(at)} - interval '20 days' FROM ${series(accounts)}`,
]

/** Groups of tournaments: the first tournaments are huge, the others have one group. Two thirds are over. */
function competitions({ games, accounts, at, giant }: Year): string[] {
  const groups = Math.floor(games / 6 / PAIRS)
  const ofHuge = Math.max(1, Math.min(MOST_GROUPS, Math.floor(groups / 6)))
  const ladder = Math.round(accounts / 10)
  return [
    `CREATE TEMP TABLE year_groups AS
       SELECT *, tournament_id % 3 = ${(FIRST + 2) % 3} AS is_running, CASE tournament_id % 3 WHEN ${(FIRST + 2) % 3}
           THEN ${at} - (5 + tournament_id % 50) * interval '1 day' ELSE ${at} - (70 + tournament_id % 290) * interval '1 day' END AS started_at
       FROM (
         SELECT n AS gr, ${FIRST} + CASE WHEN n < ${HUGE * ofHuge} THEN n / ${ofHuge} ELSE n - ${HUGE * ofHuge} + ${HUGE} END AS tournament_id,
           CASE WHEN n < ${HUGE * ofHuge} THEN 1 + n % ${ofHuge} ELSE 1 END AS nr FROM ${series(groups)}
       ) g;
     CREATE TEMP TABLE year_seats AS
       SELECT g.*, seat, CASE WHEN seat = 1 AND nr = 1 AND tournament_id % 10 = 0 THEN ${giant} ELSE ${id(accounts, 7919, `(gr * ${GROUP} + seat)`)} END AS player_id
       FROM year_groups g, generate_series(1, ${GROUP}) AS seat;
     CREATE TEMP TABLE year_pairs AS
       SELECT row_number() OVER () - 1 AS pair, w.seat AS white, b.seat AS black
       FROM generate_series(1, ${GROUP}) AS w (seat), generate_series(1, ${GROUP}) AS b (seat) WHERE w.seat < b.seat;
     ANALYZE year_groups, year_seats, year_pairs`,
    `INSERT INTO tournaments (id, name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
         min_entrants, max_entrants, entrants, invite, state, stage, started_at, ended_at, created_at)
       SELECT tournament_id, 'Year cup ' || tournament_id, 'muehle', 1, ${CLOCK}, true, true, 'human', ${GROUP}, 1, 1, 3, 2000,
         (SELECT count(*) FROM year_seats s WHERE s.tournament_id = year_groups.tournament_id), false,
         CASE WHEN is_running THEN 'running' ELSE 'finished' END::tournament_state, 1, started_at,
         CASE WHEN NOT is_running THEN started_at + interval '50 days' END, started_at - interval '10 days'
       FROM year_groups WHERE nr = 1;
     INSERT INTO tournament_groups (tournament_id, stage, nr, games, started_at)
       SELECT tournament_id, 1, nr, ${PAIRS}, started_at FROM year_groups;
     INSERT INTO tournament_entries (tournament_id, player_id, rating, entered_at)
       SELECT tournament_id, player_id, 1500, started_at - interval '5 days' FROM year_seats;
     INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
       SELECT tournament_id, 1, player_id, nr, seat FROM year_seats;
     INSERT INTO tournament_log (tournament_id, kind, stage, player_id, created_at)
       SELECT tournament_id, 'started', 1, NULL::int, started_at FROM year_groups WHERE nr = 1
       UNION ALL SELECT tournament_id, 'finished', 1, NULL, started_at + interval '50 days' FROM year_groups WHERE nr = 1 AND NOT is_running
       UNION ALL SELECT tournament_id, 'won', 1, player_id, started_at + interval '50 days' FROM year_seats
         WHERE nr = 1 AND seat = 1 AND NOT is_running`,
    `INSERT INTO ladder_entries (rules, player_id, place, entered_at, active_at)
       SELECT rules, ${FIRST} + n, coalesce(last, 0) + 1 + n, ${at} - interval '300 days', ${at} - n % 55 * interval '1 day'
       FROM unnest(ARRAY['muehle', 'molenspel']) AS rules
         CROSS JOIN LATERAL (SELECT max(place) AS last FROM ladder_entries l WHERE l.rules = rules.rules) l, ${series(ladder)};
     INSERT INTO ladder_reigns (rules, player_id, since, until)
       SELECT 'molenspel', CASE WHEN n % 10 = 0 THEN ${giant} ELSE ${id(accounts, 7919)} END,
         ${at} - (n + 1) * interval '4 hours', ${at} - n * interval '4 hours' FROM ${series(365 * 6)}`,
    `INSERT INTO clubs (id, slug, name, description, language, joining, founder_id, described_by_id, member_count, created_at)
       VALUES (${FIRST}, 'year', 'Year', '', 'en', 'open', ${giant}, ${giant}, ${MANY}, ${at});
     INSERT INTO club_members (club_id, player_id, role, joined_at)
       SELECT ${FIRST}, CASE n WHEN 0 THEN ${giant} ELSE ${FIRST} + n END, CASE n WHEN 0 THEN 'owner' ELSE 'member' END::club_role, ${at}
       FROM ${series(Math.min(MANY, accounts))};
     INSERT INTO matches (id, club_a_id, club_b_id, rules, rules_revision, clock, rated, vacation, boards, games_per_board, proposed_by_id,
         state, lineups_close_at, score_a, score_b, created_at, started_at, ended_at)
       SELECT ${FIRST} + n, CASE n % 3 WHEN 0 THEN ${FIRST} ELSE 1 + n % 1000 END, 2000 + n % 1000, 'muehle', 1, ${CLOCK}, true, true,
         ${BOARDS}, 1, ${FIRST} + n, CASE n % 5 WHEN 0 THEN 'running' ELSE 'finished' END::match_state, ${ago(at)} - interval '31 days',
         CASE WHEN n % 5 > 0 THEN 9 END, CASE WHEN n % 5 > 0 THEN 11 END, ${ago(at)} - interval '40 days',
         CASE n % 5 WHEN 0 THEN ${at} - interval '20 days' ELSE ${ago(at)} - interval '30 days' END, CASE WHEN n % 5 > 0 THEN ${ago(at)} END
       FROM ${series(Math.floor(games / 24 / BOARDS))};
     INSERT INTO match_players (match_id, player_id, club_id, side, board, signed_up_at)
       SELECT m.id, ${id(accounts, 7919, `(m.id * ${2 * BOARDS} + board * 2 + side)`)}, CASE side WHEN 0 THEN club_a_id ELSE club_b_id END,
         (ARRAY['a', 'b'])[1 + side]::match_side, board, m.created_at
       FROM matches m, generate_series(1, ${BOARDS}) AS board, generate_series(0, 1) AS side WHERE m.id >= ${FIRST}`,
  ]
}

/**
 * One game in six is of a tournament, one in twenty-four of a ladder, one in twenty-four of a match, one in a thousand has a
 * claim or is of Halma.
 */
function games({ games, running, accounts, at, giant }: Year): string[] {
  const everyRunning = Math.round(games / running)
  const matches = Math.floor(games / 24 / BOARDS)
  return [
    `INSERT INTO games (id, rules, rules_revision, status, white_id, black_id, turn, ply, version, position, last_move, clock, clock_since,
         deadline, white_remaining_ms, black_remaining_ms, turn_ms, winner, reason, rated, tournament_id, stage, group_nr, ladder,
         match_id, board, created_at, updated_at, ended_at)
       SELECT g.id, rules, 1, g.status::game_status, white_id,
         CASE WHEN black_id = white_id THEN black_id + 1 ELSE black_id END,
         CASE WHEN is_running THEN (ARRAY['white', 'black'])[1 + g.ply % 2]::side END, g.ply, g.ply + 1, position, move, ${CLOCK},
         CASE WHEN status = 'active' THEN updated_at END, CASE WHEN status = 'active' THEN updated_at + interval '60 days' END,
         ${MS}, ${MS}, ${MS}, CASE WHEN status = 'finished' AND n % 10 > 0 THEN (ARRAY['white', 'black'])[1 + n / 2 % 2]::side END,
         CASE status WHEN 'finished' THEN CASE WHEN n % 10 = 0 THEN 'agreement' WHEN n % 20 = 1 THEN 'timeout' ELSE 'resignation' END
           WHEN 'cancelled' THEN 'cancelled' END, n % 4 < 2,
         tournament_id, tournament_id * 0 + 1, group_nr, tournament_id IS NULL AND match_id IS NULL AND n % 24 = 1, match_id, board,
         created_at, updated_at, CASE WHEN NOT is_running THEN updated_at END
       FROM (
         SELECT *, least(created_at + ply * interval '12 hours',
             ${at} - CASE WHEN is_running THEN n % 1440 ELSE n::bigint * 7919 % 20160 END * interval '1 minute') AS updated_at,
           CASE WHEN NOT is_running THEN CASE WHEN n % 2000 = 3 THEN 'cancelled' ELSE 'finished' END
             WHEN n % 1000 < 6 THEN 'claimed' ELSE 'active' END AS status
         FROM (
           SELECT n, ${FIRST} + n AS id, 8 + n * 7 % 40 AS ply,
             coalesce(w.is_running AND pair < ${PAIRS} / 2, m.state = 'running', n % ${everyRunning} = 0) AS is_running,
             CASE WHEN n % 1000 = 7 THEN ${COURSES} ELSE n % ${COURSES} END AS course,
             CASE WHEN w.gr IS NOT NULL OR m.id IS NOT NULL THEN 'muehle' WHEN n % 1000 = 7 THEN 'halma' WHEN n % 500 = 9 THEN 'moulin'
               WHEN n % 3 = 0 THEN 'molenspel' ELSE 'muehle' END AS rules,
             coalesce(w.player_id, mw.player_id, CASE WHEN n % 100 = 43 OR n % 240 = 1 OR n % 600 = 35 THEN ${giant} ELSE ${id(accounts, 7919)} END) AS white_id,
             coalesce(b.player_id, mb.player_id, ${id(accounts - 1, 104_729)}) AS black_id,
             w.tournament_id, w.nr AS group_nr, m.id AS match_id, CASE WHEN m.id IS NOT NULL THEN n / 24 % ${BOARDS} + 1 END AS board,
             CASE WHEN w.gr IS NOT NULL THEN w.started_at WHEN m.id IS NOT NULL THEN m.started_at
               WHEN n % ${everyRunning} = 0 THEN ${at} - (n % 60 + 1) * interval '1 day'
               ELSE ${at} - interval '1 year' * (1 - n / ${games}.0) END AS created_at
           FROM ${series(games)}
             LEFT JOIN year_pairs p ON n % 6 = 0 AND p.pair = n / 6 % ${PAIRS}
             LEFT JOIN year_seats w ON w.gr = n / 6 / ${PAIRS} AND w.seat = p.white
             LEFT JOIN year_seats b ON b.gr = n / 6 / ${PAIRS} AND b.seat = p.black
             LEFT JOIN matches m ON n % 24 = 5 AND n / 24 / ${BOARDS} < ${matches} AND m.id = ${FIRST} + n / 24 / ${BOARDS}
             LEFT JOIN match_players mw ON mw.match_id = m.id AND mw.board = n / 24 % ${BOARDS} + 1 AND mw.club_id = m.club_a_id
             LEFT JOIN match_players mb ON mb.match_id = m.id AND mb.board = mw.board AND mb.club_id = m.club_b_id
         ) t
       ) g JOIN courses c ON c.nr = course AND c.ply = g.ply
       ORDER BY updated_at`,
    // of games that ended in the last month in the order in which they were played, of earlier ones packed
    `CREATE TEMP TABLE played AS
       SELECT g.id, c.ply, c.move, least(g.created_at + c.ply * interval '12 hours', g.updated_at) AS at,
         g.ended_at < ${at} - interval '30 days' AS is_packed
       FROM games g JOIN courses c ON c.nr = ${COURSE} AND c.ply BETWEEN 1 AND g.ply WHERE g.id >= ${FIRST};
     INSERT INTO moves (game_id, ply, move, played_at)
       SELECT id, ply, move, at FROM played WHERE is_packed IS NOT TRUE ORDER BY at;
     INSERT INTO packed_moves (game_id, moves, played_at)
       SELECT id, string_agg(move, ' ' ORDER BY ply), array_agg(at ORDER BY ply) FROM played WHERE is_packed GROUP BY id;
     UPDATE packed_until SET updated_at = ${at} - interval '30 days';
     DROP TABLE played`,
  ]
}

const COURSE = `CASE WHEN g.id % 1000 = 7 THEN ${COURSES} ELSE g.id % ${COURSES} END`

/** What belongs to games. */
const ofGames = ({ at }: Year): string[] => [
  `INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, state, created_at, closed_at)
     SELECT id, coalesce(turn, 'white'), CASE turn WHEN 'black' THEN black_id ELSE white_id END, ply, 'repetition', '{0,2,4}',
       '{"holds": false, "findings": []}', CASE status WHEN 'claimed' THEN 'open' ELSE 'rejected' END::claim_state,
       CASE status WHEN 'claimed' THEN ${at} - interval '1 hour' ELSE created_at END, ended_at
     FROM games WHERE id >= ${FIRST} AND (status = 'claimed' OR id % 100 = 43);
   INSERT INTO draw_offers (game_id, by, ply, numbers, state, created_at, closed_at)
     SELECT id, 'white', 0, '{}', 'expired', created_at, updated_at FROM games WHERE id >= ${FIRST} AND id % 10 = 3;
   INSERT INTO conditional_moves (game_id, by, version, ply, branches, ended_ply, ended_reason, updated_at)
     SELECT id, 'black', 1, 0, '[]', ply, 'other-move', updated_at FROM games WHERE id >= ${FIRST} AND id % 10 = 3;
   INSERT INTO reminder_checks (game_id, at) SELECT id, deadline FROM games WHERE id >= ${FIRST} AND status = 'active';
   INSERT INTO ladder_games (game_id, rules, challenger_id, challenged_id, begun_at, settled_at)
     SELECT id, rules, white_id, black_id, created_at, ended_at FROM games WHERE id >= ${FIRST} AND ladder;
   SELECT count_match_games(id) FROM matches WHERE id >= ${FIRST} AND state = 'finished';
   INSERT INTO messages (game_id, by, ply, kind, text, created_at)
     SELECT id, 'white', 0, 'talk', 'Hello', created_at FROM games WHERE id >= ${FIRST};
   INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
     SELECT 'game', id, version, ARRAY[white_id, black_id], white_id, jsonb_build_object('id', id, 'filler', repeat('x', 900)), updated_at
     FROM games WHERE id >= ${FIRST} AND updated_at > ${at} - interval '7 days' ORDER BY updated_at;
   UPDATE consumer_offsets SET event_id = (SELECT max(id) FROM events)`,
]

/** What is counted from games that have ended. In the explorer are a quarter of them. */
const counted = (): string[] => [
  `CREATE TEMP TABLE ended AS
     SELECT g.id, g.rules, side, player_id, opponent_id, g.rated, g.updated_at, (status = 'finished')::int AS finished,
       (status = 'cancelled')::int AS cancelled, coalesce(winner = side, false)::int AS won, coalesce(winner <> side, false)::int AS lost,
       (status = 'finished' AND winner IS NULL)::int AS drawn, coalesce(winner <> side AND reason = 'timeout', false)::int AS lost_on_time
     FROM games g, LATERAL (VALUES ('white'::side, white_id, black_id), ('black', black_id, white_id)) s (side, player_id, opponent_id)
     WHERE g.id >= ${FIRST} AND g.ended_at IS NOT NULL;
   INSERT INTO player_results (player_id, rules, side, finished, cancelled, won, lost, drawn, lost_on_time)
     SELECT player_id, rules, side, sum(finished), sum(cancelled), sum(won), sum(lost), sum(drawn), sum(lost_on_time)
     FROM ended GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING;
   INSERT INTO opponent_results (player_id, opponent_id, finished, cancelled, won, lost, drawn)
     SELECT player_id, opponent_id, sum(finished), sum(cancelled), sum(won), sum(lost), sum(drawn)
     FROM ended GROUP BY 1, 2 ON CONFLICT DO NOTHING;
   INSERT INTO game_ratings (game_id, side, sequence, player_id, rules, rating_before, deviation_before, volatility_before,
       rating_after, deviation_after, volatility_after)
     SELECT id, side, ${FIRST} + dense_rank() OVER (ORDER BY updated_at, id), player_id, rules, 1500, 100, 0.06, 1501 + id % 9, 99, 0.06
     FROM ended WHERE rated AND finished = 1`,
  `CREATE TEMP TABLE explored AS
     SELECT g.id, p.player_id, c.key, CASE WHEN c.ply < least(g.ply, ${EXPLORED_PLIES}) THEN c.next ELSE 0 END AS next, c.ply, g.rated,
       (extract(year FROM g.ended_at) * 12 + extract(month FROM g.ended_at) - 1)::int AS month, g.winner, g.ended_at
     FROM games g JOIN courses c ON c.nr = ${COURSE} AND c.ply <= g.ply AND c.is_first, unnest(ARRAY[0, white_id, black_id]) AS p (player_id)
     WHERE g.id >= ${FIRST} AND g.status = 'finished' AND g.rules IN ('muehle', 'halma') AND g.id % 8 IN (1, 3);
   INSERT INTO explorer_games (player_id, position, game_id, rated, month, ratings, ended_at)
     SELECT player_id, key, id, rated, month, CASE WHEN rated THEN 3000 + id % 500 ELSE 0 END, ended_at
     FROM explored WHERE ply <= ${EXPLORED_PLIES} ORDER BY ended_at;
   INSERT INTO explorer_moves (player_id, position, rated, month, next, games, white, draws, black, rating_sum, rated_games, last_played)
     SELECT player_id, key, rated, month, next, count(*), count(*) FILTER (WHERE winner = 'white'), count(*) FILTER (WHERE winner IS NULL),
       count(*) FILTER (WHERE winner = 'black'), count(*) FILTER (WHERE rated) * 1500, count(*) FILTER (WHERE rated), max(ended_at)
     FROM explored WHERE ply <= ${EXPLORED_PLIES} GROUP BY 1, 2, 3, 4, 5 ON CONFLICT DO NOTHING;
   INSERT INTO later_positions (player_id, position, ended_at, game_id)
     SELECT player_id, key, ended_at, id FROM explored WHERE ply > ${EXPLORED_PLIES} ORDER BY ended_at`,
]

const others = ({ accounts, at, giant }: Year): string[] => [
  `INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, created_at, closed_at)
     SELECT 'muehle', 1, ${FIRST} + n, 'random', ${CLOCK}, 'withdrawn', ${at} - interval '1 day', ${at} - interval '1 day'
     FROM ${series(accounts)};
   INSERT INTO notifications (account_id, kind, params, key, created_at, read_at)
     SELECT ${FIRST} + n, 'draw-offered', '{"by": "player1", "rules": "muehle"}'::jsonb, 'year' || k, ${at} - k * interval '1 day', CASE WHEN k > 1 THEN ${at} END
     FROM ${series(accounts)}, generate_series(1, 3) AS k
     UNION ALL SELECT a.id, 'draw-offered', '{"by": "player1", "rules": "muehle"}'::jsonb, 'year' || n, ${at} - n * interval '10 minutes', CASE WHEN n % 2 = 0 THEN ${at} END
     FROM accounts a, ${series(MANY)} WHERE a.player_id = ${giant};
   INSERT INTO security_events (account_id, kind, at)
     SELECT ${FIRST} + n, 'logged-in', ${at} - interval '1 day' FROM ${series(accounts)}
     UNION ALL SELECT a.id, 'logged-in', ${at} - n * interval '1 hour' FROM accounts a, ${series(MANY)} WHERE a.player_id = ${giant};
   INSERT INTO favourites (player_id, favourite_id, created_at)
     SELECT ${giant}, ${id(accounts, 104_729)}, ${at} FROM ${series(FAVOURITES)}
     UNION ALL SELECT ${FIRST} + n, ${giant}, ${at} FROM ${series(MANY)};
   INSERT INTO puzzle_attempts (player_id, puzzle_id, given_at, finished_at, solved, rating_before, rating, deviation, volatility)
     SELECT ${giant}, 'year' || n, ${at} - n * interval '1 hour', ${at} - n * interval '1 hour', true, 1500, 1500, 100, 0.06
     FROM ${series(MANY)};
   INSERT INTO mails (key, account_id, kind, recipient, subject, state, next_at, expires_at, sent_at, created_at)
     SELECT 'year' || n, ${FIRST} + n, 'digest', 'x@example.org', 'x', 'sent', ${at}, ${at} + interval '5 days', ${at}, ${at}
     FROM ${series(accounts)}`,
]
