import type { Database } from '@tegenzet/db'

/** How many rows of each kind stand in the database and need nothing done. */
export const STANDING = 3000
/** How many things of each kind a job has to do. */
export const DUE = 3

const CLOCK = `'{"kind": "bank", "days": 30, "incrementHours": 0, "capDays": 30}'`
const MS = 30 * 86_400_000
const POSITION = `'.../.../.../....../.../.../... w 9 9 0 1'`
const series = (from: number, to: number) => `generate_series(${from}, ${to}) AS n`

/**
 * Fills a database with a site that has grown: players 1 to `STANDING` with an account each, and games, tournaments,
 * challenges, mails and so on, all of which stand without anything to do.
 */
export async function fillGrownSite({ pool }: Pick<Database, 'pool'>, now: Date): Promise<void> {
  const at = `'${now.toISOString()}'::timestamptz`
  /** A moment between one and 29 days before or after now. It does not fall on a limit of a number of days. */
  const spread = (sign: '+' | '-') => `${at} ${sign} (1.5 + n % 28) * interval '1 day'`
  const games = (from: number, count: number, what: { status: string; more?: string; values?: string }) => {
    const active = what.status === 'active'
    return `
      INSERT INTO games (id, rules, rules_revision, status, white_id, black_id, turn, position, clock, clock_since, deadline,
        white_remaining_ms, black_remaining_ms, turn_ms, winner, reason, created_at, updated_at, ended_at
        ${what.more ? `, ${what.more}` : ''})
      SELECT ${from} + n, 'muehle', 1, '${what.status}', 1 + n % ${STANDING}, 1 + (n + 1) % ${STANDING},
        ${active ? `'white'` : 'NULL'}, ${POSITION}, ${CLOCK}, ${active ? spread('-') : 'NULL'},
        ${active ? `${spread('-')} + interval '30 days'` : 'NULL'}, ${MS}, ${MS}, ${MS},
        ${active ? `NULL, NULL` : `'white', 'timeout'`}, ${spread('-')}, ${spread('-')},
        ${active ? 'NULL' : spread('-')} ${what.values ? `, ${what.values}` : ''}
      FROM ${series(0, count - 1)};`
  }
  const tournament = 'tournament_id, stage, group_nr'
  const inTournament = '1 + n % 1000, 1, 1'
  await pool.query(`
    INSERT INTO players (id, username, username_key, kind, created_at)
      SELECT n, 'player' || n, 'player' || n, CASE WHEN n <= ${STANDING} THEN 'human' ELSE 'guest' END::player_kind, ${at}
      FROM ${series(1, 2 * STANDING)};
    INSERT INTO accounts (id, player_id, name, email, email_verified, timezone, forget_at, reminders, digest_at, digest_day, digest_since, created_at)
      SELECT n, n, 'player' || n, 'player' || n || '@example.org', true,
        (ARRAY['UTC', 'Europe/Amsterdam', 'Asia/Tokyo'])[1 + n % 3], CASE WHEN n > ${STANDING} THEN ${spread('+')} END,
        '[{"hoursBefore": 24, "app": true, "mail": false}]', '22:00', ${at}::date - 1, ${at}, ${at}
      FROM ${series(1, 2 * STANDING)};
    -- guests' sessions are long: they end with the last use
    INSERT INTO sessions (token, account_id, expires_at)
      SELECT 'session' || n, n, ${at} + interval '1000 days' FROM ${series(1, 2 * STANDING)};
    INSERT INTO last_requests (player_id, at) SELECT n, ${at} FROM ${series(1, STANDING)};

    INSERT INTO tournaments (id, name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
        min_entrants, max_entrants, invite, state, stage, starts_at, started_at, created_at)
      SELECT n, 'Cup ' || n, 'muehle', 1, ${CLOCK}, true, true, 'human', 12, 1, 1, 3, 100, false,
        CASE WHEN n <= 1000 THEN 'running' ELSE 'open' END::tournament_state, (n <= 1000)::int,
        CASE WHEN n > 2000 THEN ${at} + interval '20 days' END, CASE WHEN n <= 1000 THEN ${spread('-')} END, ${spread('-')}
      FROM ${series(1, STANDING)};
    INSERT INTO tournament_entries (tournament_id, player_id, entered_at)
      SELECT t, 1 + (t * 3 + n) % ${STANDING}, ${spread('-')} FROM generate_series(1, ${STANDING}) AS t, ${series(1, 3)};
    -- the newest is huge
    INSERT INTO tournament_entries (tournament_id, player_id, entered_at)
      SELECT ${STANDING}, n, ${spread('-')} FROM ${series(1, STANDING)} ON CONFLICT DO NOTHING;
    INSERT INTO tournament_groups (tournament_id, stage, nr, started_at)
      SELECT n, 1, 1, ${spread('-')} FROM ${series(1, 1000)};
    INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
      SELECT tournament_id, 1, player_id, 1, id % 3 FROM tournament_entries WHERE tournament_id <= 1000;
    ${games(0, STANDING, { status: 'active' })}
    ${games(10_000, STANDING, { status: 'active', more: tournament, values: inTournament })}
    ${games(20_000, STANDING, { status: 'finished' })}
    -- with other players than the running ones, because a pair meets once
    ${games(30_000, STANDING, { status: 'finished', more: tournament, values: '1 + (n + 7) % 1000, 1, 1' })}
    ${games(40_000, STANDING, { status: 'active', more: 'ladder', values: 'true' })}
    INSERT INTO ladder_entries (rules, player_id, place, entered_at, active_at)
      SELECT 'muehle', n, n, ${spread('-')}, ${spread('-')} FROM ${series(1, STANDING)};
    INSERT INTO ladder_games (game_id, rules, challenger_id, challenged_id, begun_at)
      SELECT id, rules, white_id, black_id, created_at FROM games WHERE ladder;
    -- club n is owned by player n; the next two players are members
    INSERT INTO clubs (id, slug, name, description, language, joining, founder_id, described_by_id, member_count, created_at)
      SELECT n, 'town-' || n, 'Club ' || n, '', 'en', 'open', n, n, 3, ${at} FROM ${series(1, STANDING)};
    INSERT INTO club_members (club_id, player_id, role, joined_at)
      SELECT c, 1 + (c + n - 1) % ${STANDING}, CASE n WHEN 0 THEN 'owner' ELSE 'member' END::club_role, ${at}
      FROM generate_series(1, ${STANDING}) AS c, generate_series(0, 2) AS n;
    -- a third runs, a third is open, a third is finished
    INSERT INTO matches (id, club_a_id, club_b_id, rules, rules_revision, clock, rated, vacation, boards, games_per_board, proposed_by_id,
        state, lineups_close_at, score_a, score_b, created_at, started_at, ended_at)
      SELECT n, n, 1 + n % ${STANDING}, 'muehle', 1, ${CLOCK}, true, true, 1, 1, n,
        (ARRAY['finished', 'running', 'open'])[1 + n % 3]::match_state,
        CASE n % 3 WHEN 2 THEN ${spread('+')} ELSE ${spread('-')} END,
        CASE n % 3 WHEN 0 THEN 1 END, CASE n % 3 WHEN 0 THEN 0 END, ${at} - interval '40 days',
        CASE WHEN n % 3 < 2 THEN ${spread('-')} END, CASE n % 3 WHEN 0 THEN ${spread('-')} END
      FROM ${series(1, STANDING)};
    INSERT INTO match_players (match_id, player_id, club_id, board, signed_up_at)
      SELECT m.id, c.id, c.id, CASE WHEN m.id % 3 < 2 THEN 1 END, ${at} - interval '39 days'
      FROM matches m JOIN clubs c ON c.id IN (m.club_a_id, m.club_b_id);
    ${games(50_000, 1000, { status: 'active', more: 'match_id, board', values: '1 + 3 * n, 1' })}
    -- each player has finished one puzzle from a game, and was given another one
    INSERT INTO game_puzzles (id, game_id, ply, rules, position, key, solution, value, plies, themes, rating, made_at)
      SELECT left(md5(n::text), 8), 20000 + n, 3, CASE n % 10 WHEN 0 THEN 'moulin' ELSE 'muehle' END, ${POSITION}, n,
        '{a1,d1,a4}', 'win', 3, '{flying}', 1000 + n % 1000, ${spread('-')} FROM ${series(0, STANDING - 1)};
    INSERT INTO puzzle_ratings (puzzle_id, rating, deviation, volatility, solved, tried)
      SELECT id, rating, 100, 0.06, 1, 1 FROM game_puzzles;
    INSERT INTO puzzle_attempts (player_id, puzzle_id, given_at, finished_at, solved, rating_before, rating, deviation, volatility)
      SELECT n, left(md5((n - 1)::text), 8), ${spread('-')}, ${at}, true, 1500, 1500, 100, 0.06 FROM ${series(1, STANDING)};
    INSERT INTO puzzle_attempts (player_id, puzzle_id, given_at)
      SELECT n, left(md5((n % ${STANDING})::text), 8), ${at} FROM ${series(1, STANDING)};
    INSERT INTO sanctions (player_id, kind, reason, by_id, created_at)
      SELECT 1 + n, 'close', 'x', 1, ${spread('-')} FROM ${series(1000, 1999)};

    INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, state, expires_at, created_at, closed_at)
      SELECT 'muehle', 1, n, CASE WHEN n % 2 = 0 THEN 1 + n % ${STANDING} END, 'random', ${CLOCK}, 'open', ${at} + interval '5 days',
        ${at} - interval '1 day', NULL FROM ${series(1, STANDING)};
    INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, created_at, closed_at)
      SELECT 'muehle', 1, n, 'random', ${CLOCK}, 'withdrawn', ${at} - interval '1 day', ${at} - interval '1 day'
      FROM ${series(1, STANDING)};
    INSERT INTO messages (game_id, by, ply, kind, text, created_at)
      SELECT n / 4, CASE n % 2 WHEN 0 THEN 'white' ELSE 'black' END::side, 0, 'talk', 'Hello', ${spread('-')} FROM ${series(0, 4 * STANDING - 1)};
    INSERT INTO draw_offers (game_id, by, ply, numbers, state, created_at, closed_at)
      SELECT n, 'white', 0, '{}', 'expired', ${spread('-')}, ${at} FROM ${series(0, STANDING - 1)};
    INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, state, created_at, closed_at)
      SELECT n, 'white', 1 + n % ${STANDING}, 0, 'repetition', '{0,2,4}', '{"holds": false, "findings": []}',
        'withdrawn', ${spread('-')}, ${at} FROM ${series(0, STANDING - 1)};
    -- as many wait for an arbiter
    INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, created_at)
      SELECT 40000 + n, 'white', 1 + n % ${STANDING}, 0, 'repetition', '{0,2,4}', '{"holds": false, "findings": []}',
        ${at} - interval '1 hour' FROM ${series(0, STANDING - 1)};
    INSERT INTO conditional_moves (game_id, by, version, ply, branches, updated_at)
      SELECT n, 'black', 1, 0, '[{"move": "a1"}]', ${spread('-')} FROM ${series(0, STANDING - 1)};
    INSERT INTO vacations (player_id, "from", until, state, created_at)
      SELECT n, ${at} - interval '2 days', ${at} + interval '5 days', 'begun', ${at} FROM ${series(2001, 3000)};
    INSERT INTO notifications (account_id, kind, params, key, created_at)
      SELECT n, 'moved', '{"by": "player1"}', 'x', ${spread('-')} FROM ${series(1, STANDING)};
    INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at, sent_at, created_at)
      SELECT 'mail' || n, 1 + n % ${STANDING}, 'digest', 'x@example.org', 'x',
        CASE WHEN n % 2 = 0 THEN 'x' END, CASE WHEN n % 2 = 0 THEN 'x' END,
        CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'sent' END::mail_state, ${at}, ${at} + (n % 2 - 0.5) * -40 * interval '1 day',
        CASE WHEN n % 2 = 1 THEN ${at} END, ${spread('-')}
      FROM ${series(1, 2 * STANDING)};
    INSERT INTO idempotency_keys (account_id, key, request, created_at)
      SELECT n, 'x', sha256('x'), ${at} - interval '1 hour' FROM ${series(1, STANDING)};
    INSERT INTO security_events (account_id, kind, at) SELECT n, 'login', ${spread('-')} FROM ${series(1, STANDING)};
    INSERT INTO known_addresses (account_id, hash, used_at) SELECT n, sha256('x'), ${spread('-')} FROM ${series(1, STANDING)};
    INSERT INTO sent_reminders (game_id, ply, reminder, created_at)
      SELECT n, 0, '24h', ${at} FROM ${series(0, STANDING - 1)};
    INSERT INTO reminder_checks (game_id, at) SELECT id, deadline FROM games WHERE status = 'active';
    -- what is added later comes after all this
    DO $$ DECLARE c record; BEGIN
      FOR c IN SELECT table_name, column_name, pg_get_serial_sequence(table_name, column_name) AS sequence
        FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'NO'
          AND column_default LIKE 'nextval(%'
      LOOP
        EXECUTE format('SELECT setval(%L, (SELECT coalesce(max(%I), 0) + 1 FROM %I))', c.sequence, c.column_name, c.table_name);
      END LOOP;
    END $$;
    -- a game that changes is written anew, so games lie on the disk in the order in which they changed
    CLUSTER games USING games_updated_at_id_idx;
    ANALYZE;`)
}
