import { createHash } from 'node:crypto'
import { ruleSet } from '@tegenzet/rules'
import { rebuildGame } from '../play/rebuild-game.ts'

export const TOKEN = `tz_${'a'.repeat(43)}`
export const MOVES = ['d6', 'f4', 'd2', 'b4']
/** The first games of a database: one that is running, and one that anna has resigned. */
export const [RUNNING, RESIGNED] = [100001, 100002]

const built = rebuildGame(ruleSet('molenspel'), MOVES)
const sha256 = (text: string) => `'\\x${createHash('sha256').update(text).digest('hex')}'::bytea`
const AT = `'2026-11-19T12:00:00Z'::timestamptz`
const LATER = `'2027-03-01T12:00:00Z'::timestamptz`
const CLOCK = `'{"kind": "per-move", "days": 3}'`

const movesOf = (game: number) => `
  INSERT INTO moves (game_id, ply, move, played_at) VALUES
    ${MOVES.map((move, n) => `(${game}, ${n + 1}, '${move}', ${AT})`).join(', ')};
  INSERT INTO positions (game_id, ply, position, occurrence, quiet) VALUES
    ${built.positions
      .map(
        ({ ply, position, occurrence, quiet }) => `(${game}, ${ply}, '${position}', ${occurrence}, ${quiet})`,
      )
      .join(', ')};`

/**
 * For each migration, rows as a server of that release wrote them into its new tables and columns. anna (1) plays
 * against bram (2), and boss (3) is an admin.
 * @param hash of everybody's password
 */
export const earlierRows = (hash: string): Record<string, string> => ({
  '20261120140000_start': `
    INSERT INTO players (username, username_key) VALUES ('Anna', 'anna'), ('bram', 'bram'), ('boss', 'boss');
    INSERT INTO accounts (player_id, name, email, email_verified, role, admin_granted, created_at)
      SELECT id, username, username_key || '@example.org', true, CASE id WHEN 3 THEN 'admin' ELSE 'player' END::role, id = 3, ${AT}
      FROM players ORDER BY id;
    INSERT INTO credentials (account_id, provider_id, provider_account_id, password)
      SELECT id, 'credential', id, '${hash}' FROM accounts;
    INSERT INTO sessions (token, account_id, expires_at) VALUES ('x', 1, ${LATER});
    INSERT INTO tokens (id, account_id, name, hash, scopes) VALUES
      ('019aa000-0000-7000-8000-000000000001', 1, 'bot', ${sha256(TOKEN)},
       '{account:read,account:write,game:read,game:play,challenge:write,message:write}');
    INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', '{}', ${LATER});
    INSERT INTO attempts (key, count, since) VALUES ('x', 2, ${AT});
    INSERT INTO games (rules, rules_revision, status, version, white_id, black_id, turn, ply, position, last_move, clock,
        deadline, white_remaining_ms, black_remaining_ms, winner, reason, created_at, updated_at)
      SELECT 'molenspel', 1, status::game_status, 4 + (turn IS NULL)::int, 1, 2, turn::side, 4, '${built.position}', 'b4', ${CLOCK},
        deadline::timestamptz, 259200000, 259200000, winner::side, reason, ${AT}, ${AT}
      FROM (VALUES ('active', 'white', '2026-11-22T12:00:00Z', NULL, NULL),
        ('finished', NULL, NULL, 'black', 'resignation')) AS v (status, turn, deadline, winner, reason);
    ${movesOf(RUNNING)} ${movesOf(RESIGNED)}
    INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, state, game_id, closed_at, message)
      VALUES ('molenspel', 1, 1, 2, 'white', ${CLOCK}, 'accepted', ${RUNNING}, ${AT}, 'Good luck!'),
        ('halma', 1, 2, NULL, 'random', ${CLOCK}, 'open', NULL, NULL, NULL);
    INSERT INTO events (type, game_id, version, player_ids, payload)
      VALUES ('game', ${RUNNING}, 4, '{1,2}', '{"id": ${RUNNING}}'), ('challenge', NULL, NULL, '{1,2}', '{"id": 1}');`,
  '20261120151244_draws': `
    INSERT INTO draw_offers (game_id, by, ply, ground, numbers, state, created_at, closed_at)
      VALUES (${RESIGNED}, 'white', 2, NULL, '{}', 'declined', ${AT}, ${AT}), (${RUNNING}, 'black', 4, NULL, '{}', 'open', ${AT}, NULL);
    INSERT INTO messages (game_id, by, ply, kind, offer_id, text, created_at)
      VALUES (${RESIGNED}, 'white', 2, 'offer', 1, 'Even?', ${AT}), (${RESIGNED}, 'black', 2, 'decline', 1, 'No.', ${AT});
    INSERT INTO claims (game_id, by, claimant_id, ply, ground, numbers, evidence, state, created_at, closed_at)
      VALUES (${RESIGNED}, 'white', 1, 4, 'repetition', '{0,2,4}',
        '{"holds": false, "findings": []}', 'rejected', ${AT}, ${AT});
    INSERT INTO rulings (claim_id, verdict, by_id, reason, created_at) VALUES (1, 'reject', 3, 'They differ.', ${AT});
    INSERT INTO warnings (ruling_id, player_id) VALUES (1, 1);`,
  '20261121080041_bots': `
    INSERT INTO players (username, username_key, kind, house) VALUES ('Computer-1', 'computer-1', 'bot', true);
    INSERT INTO availability (player_id, rules, level, until) SELECT id, '{halma}', 1, ${LATER} FROM players WHERE house;`,
  '20261121080359_messages': `
    INSERT INTO messages (game_id, by, ply, kind, text, created_at) VALUES (${RUNNING}, 'black', 4, 'talk', 'Hello', ${AT});`,
  '20261121080803_webhooks': `
    INSERT INTO webhooks (account_id, token_id, url, types, nonce, created_at)
      SELECT 1, id, 'https://hook.example/', '{game}', '\\x01', ${AT} FROM tokens;
    INSERT INTO deliveries (webhook_id, type, body, state, created_at) VALUES (1, 'ping', '{}', 'delivered', ${AT});
    INSERT INTO notices (account_id, kind, params, game_id, key, created_at)
      VALUES (1, 'game-over', '{"by": "bram", "rules": "molenspel", "side": "white", "winner": "black", "reason": "resignation"}', ${RESIGNED}, 'x', ${AT});`,
  '20261121081609_outbox_order': `
    INSERT INTO idempotency_keys (account_id, key, request, status, created_at)
      VALUES (1, 'x', ${sha256('x')}, 200, ${AT});`,
  '20261121082338_apps': `
    INSERT INTO apps (client_id, account_id, name, redirect_uris, token_endpoint_auth_method)
      VALUES ('3f0d2b52-6c1e-4c7a-9d39-0a8a4f6a7f11', 1, 'Molenaar', '{https://app.example/}', 'none');
    INSERT INTO connections (client_id, account_id, scopes, created_at, updated_at)
      SELECT client_id, 1, '{game:read}', ${AT}, ${AT} FROM apps;
    INSERT INTO refresh_tokens (token, client_id, account_id, scopes, expires_at, created_at)
      SELECT 'x', client_id, 1, scopes, ${LATER}, ${AT} FROM connections;
    INSERT INTO access_tokens (token, client_id, account_id, refresh_token_id, scopes, expires_at, created_at)
      SELECT 'x', client_id, 1, id, scopes, ${LATER}, ${AT} FROM refresh_tokens;`,
  '20261121092233_mail': `
    INSERT INTO mails (key, account_id, kind, recipient, subject, text, html, state, next_at, expires_at, created_at)
      VALUES ('x', 1, 'verify-email', 'anna@example.org', 'Hello', 'Hello', 'Hello', 'kept', ${AT}, ${LATER}, ${AT});`,
  '20261121094826_rematch': `
    INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, rematch_of)
      VALUES ('molenspel', 1, 2, 1, 'white', ${CLOCK}, ${RESIGNED});`,
  '20261121170117_clocks': `
    UPDATE accounts SET days_off = '{6,7}', quiet_from = '23:00', quiet_to = '07:00' WHERE id = 1;
    INSERT INTO games (rules, rules_revision, white_id, black_id, position, clock, clock_since, deadline,
        white_remaining_ms, black_remaining_ms)
      VALUES ('molenspel', 1, 2, 1, '${built.positions[0]!.position}',
        '{"kind": "bank", "days": 10, "incrementHours": 12, "capDays": 14}', ${AT}, ${LATER}, 864000000, 864000000);
    INSERT INTO positions (game_id, ply, position, occurrence, quiet)
      VALUES (100003, 0, '${built.positions[0]!.position}', 1, ${built.positions[0]!.quiet});
    INSERT INTO outages ("from", until) VALUES (${AT}, ${AT} + interval '1 hour');
    UPDATE heartbeat SET at = '2026-11-20T11:59:59Z';`,
  '20261121170134_reminders': `
    UPDATE accounts SET digest_at = '07:30', digest_since = ${AT} WHERE id = 1;
    INSERT INTO sent_reminders (game_id, ply, reminder, created_at) VALUES (${RUNNING}, 4, '24h', ${AT});`,
  '20261121170259_plans': `
    INSERT INTO plans (game_id, by, version, ply, branches, played, updated_at)
      VALUES (${RUNNING}, 'black', 1, 5, '[{"move": "d5", "reply": "f6", "then": []}]', '{}', ${AT});
    INSERT INTO notes (game_id, by, ply, text, updated_at) VALUES (${RUNNING}, 'white', 3, 'Threatens d7.', ${AT}),
      (${RUNNING}, 'white', -1, 'A long game.', ${AT} + interval '1 hour'), (${RUNNING}, 'white', 0, '"Begin"', ${AT}),
      (${RUNNING}, 'black', -1, 'Hm.', ${AT});`,
  '20261121170300_people': `
    INSERT INTO blocks (player_id, blocked_id, created_at) VALUES (1, 4, ${AT});
    INSERT INTO favourites (player_id, favourite_id, created_at) VALUES (1, 2, ${AT});
    INSERT INTO reports (by_id, player_id, reason, text, game_id, evidence, state, created_at, closed_at)
      VALUES (1, 2, 'abuse', 'Look.', ${RUNNING}, '{}', 'upheld', ${AT}, ${AT}), (2, 1, 'other', 'Hm.', NULL, '{}', 'open', ${AT}, NULL);
    INSERT INTO report_rulings (report_id, verdict, by_id, reason, created_at) VALUES (1, 'upheld', 3, 'Be polite.', ${AT});
    INSERT INTO warnings (report_ruling_id, player_id) VALUES (1, 2);`,
  '20261121171843_vacations': `
    INSERT INTO vacations (player_id, "from", until, created_at) VALUES (1, ${LATER}, ${LATER} + interval '3 days', ${AT});`,
  '20261121172000_meeting': `
    INSERT INTO calendars (account_id, hash, created_at) VALUES (1, ${sha256('calendar')}, ${AT});
    INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, invite, expires_at, created_at)
      VALUES ('muehle', 1, 1, 'white', ${CLOCK}, true, ${LATER}, ${AT});`,
  '20261121202733_report_challenges': `
    INSERT INTO reports (by_id, player_id, reason, text, challenge_id, evidence, created_at)
      VALUES (2, 1, 'abuse', 'Look.', 1, '{}', ${AT});`,
  '20261122070000_known_addresses': `
    INSERT INTO known_addresses (account_id, hash, used_at) VALUES (1, ${sha256('address')}, ${AT});`,
  '20261122072000_session_proofs': 'UPDATE sessions SET proved_at = created_at;',
  '20261122090000_roles': `UPDATE accounts SET roles = '{arbiter}' WHERE id = 2;`,
  '20261122090143_second_factors': `
    INSERT INTO totps (account_id, secret) VALUES (2, 'x');
    INSERT INTO recovery_codes (account_id, hash) VALUES (2, ${sha256('code')});`,
  '20261122090501_account_exports': `
    INSERT INTO account_exports (account_id, requested_at) VALUES (2, ${AT});
    INSERT INTO export_chunks (export_id, nr, bytes) VALUES (1, 0, '\\x01');`,
  '20261122092918_security_log': `
    INSERT INTO security_events (account_id, kind, at) VALUES (1, 'log-in', ${AT});`,
  '20261122092941_challenge_decline_reasons': `
    INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, state, closed_at, decline_reason)
      VALUES ('halma', 1, 2, 1, 'white', ${CLOCK}, 'declined', ${AT}, 'later');`,
  '20261122094000_sanctions': `
    INSERT INTO sanctions (player_id, kind, reason, by_id, created_at) VALUES (2, 'mute', 'Be polite.', 3, ${AT});
    INSERT INTO appeals (by_id, sanction_id, text, created_at) VALUES (2, 1, 'I was.', ${AT});`,
  '20261122095132_erasure': `
    INSERT INTO former_usernames (hash, created_at) VALUES (${sha256('gone')}, ${AT});`,
  '20261122100439_passkeys': `
    INSERT INTO passkeys (account_id, name, credential_id, public_key, counter, created_at)
      VALUES (2, 'phone', 'x', '\\x01', 0, ${AT});`,
  '20261122101000_reports_and_appeals': `
    INSERT INTO content_reports (location, text, created_at) VALUES ('/games/${RUNNING}', 'A threat.', ${AT});`,
  '20261122122500_former_names': `
    INSERT INTO former_usernames (hash, player_id, username, created_at) VALUES (${sha256('annie')}, 1, 'annie', ${AT});`,
  '20261122132656_engine_comparisons': `
    INSERT INTO engine_comparisons (player_id, requested_by_id, requested_at) VALUES (2, 3, ${AT});`,
  '20261122170611_ratings': `
    INSERT INTO game_ratings VALUES
      (${RESIGNED}, 'white', 1, 1, 'molenspel', 1500, 500, 0.09, 1258.5, 396.7, 0.09),
      (${RESIGNED}, 'black', 1, 2, 'molenspel', 1500, 500, 0.09, 1741.5, 396.7, 0.09);
    INSERT INTO player_ratings VALUES
      (1, 'molenspel', 'human', 1258.5, 396.7, 0.09, 1, NULL, ${AT}), (2, 'molenspel', 'human', 1741.5, 396.7, 0.09, 1, NULL, ${AT});`,
  '20261122175500_tournaments': `
    INSERT INTO tournaments (name, rules, rules_revision, clock, vacation, rated, kind, group_size, games_per_pair, advance,
        min_entrants, max_entrants, invite, state, organiser_id, stage, started_at, created_at)
      VALUES ('Club evening', 'molenspel', 1, ${CLOCK}, true, false, 'human', 3, 1, 1, 3, 3, false, 'running', 1, 1, ${AT}, ${AT});
    INSERT INTO tournament_entries (tournament_id, player_id, entered_at)
      SELECT 1, id, ${AT} FROM players WHERE id <= 3 ORDER BY id;
    INSERT INTO tournament_groups (tournament_id, stage, nr, started_at) VALUES (1, 1, 1, ${AT});
    INSERT INTO tournament_seats (tournament_id, stage, player_id, group_nr, seat)
      SELECT 1, 1, id, 1, id FROM players WHERE id <= 3;
    INSERT INTO tournament_log (tournament_id, kind, by_id, stage, created_at) VALUES (1, 'created', 1, 0, ${AT});
    INSERT INTO last_requests (player_id, at) VALUES (1, ${AT});
    UPDATE games SET tournament_id = 1, stage = 1, group_nr = 1 WHERE id = ${RUNNING};`,
  '20261122205500_ladders': `
    INSERT INTO ladder_entries (rules, player_id, place, entered_at, active_at)
      VALUES ('molenspel', 2, 1, ${AT}, ${AT}), ('molenspel', 1, 2, ${AT}, ${AT});
    INSERT INTO ladder_games (game_id, rules, challenger_id, challenged_id, begun_at, settled_at)
      VALUES (${RESIGNED}, 'molenspel', 1, 2, ${AT}, ${AT});
    UPDATE games SET ladder = true WHERE id = ${RESIGNED};`,
  '20261123033000_ladder_reigns': `
    INSERT INTO ladder_reigns (rules, player_id, since, until) VALUES ('molenspel', 1, ${AT}, ${AT});`,
  '20261122210500_push': `
    INSERT INTO push_keys (public_key, private_key, created_at) VALUES ('x', 'y', ${AT});
    INSERT INTO push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at)
      SELECT account_id, id, 'https://push.example/x', 'x', 'y', ${AT} FROM sessions;`,
  '20261125184209_analyses': `
    INSERT INTO analyses (player_id, title, rules, version, tree, bytes, created_at, updated_at)
      VALUES (1, 'Corners', 'muehle', 1, '{"rules":"muehle","start":null,"nodes":[]}', 42, ${AT}, ${AT});`,
  '20261125191958_explorer': `
    INSERT INTO explorer_moves VALUES (0, 17, false, 24323, 18, 1, 0, 0, 1, 0, 0, ${AT});
    INSERT INTO explorer_games VALUES (0, 17, ${RESIGNED}, false, 24323, 0, ${AT});`,
  '20261125224034_later_positions': `
    INSERT INTO later_positions VALUES (19, ${AT}, ${RESIGNED});`,
  '20261125231943_kept_tables': `
    INSERT INTO tournament_tables VALUES (1, 1, 1, 'earlier', '[]');`,
  '20261125234500_clubs': `
    INSERT INTO clubs (slug, name, description, language, joining, founder_id, described_by_id, member_count, created_at)
      VALUES ('mill-town', 'Mill Town', 'On Thursdays', 'en', 'open', 1, 1, 1, ${AT}),
        ('windmills', 'Windmills', '', 'nl', 'request', 2, 2, 1, ${AT});
    INSERT INTO club_names (look, club_id) VALUES ('mllltown', 1), ('wlndmllls', 2);
    INSERT INTO club_members (club_id, player_id, role, joined_at) VALUES (1, 1, 'owner', ${AT}), (2, 2, 'owner', ${AT});
    INSERT INTO club_requests (club_id, player_id, created_at) VALUES (2, 1, ${AT});
    INSERT INTO club_invitations (club_id, player_id, by_id, created_at, expires_at) VALUES (1, 2, 1, ${AT}, ${AT});
    INSERT INTO club_removals (club_id, player_id, by_id, reason, created_at) VALUES (1, 3, 1, 'Never there', ${AT});
    INSERT INTO club_announcements (club_id, by_id, text, created_at) VALUES (1, 1, 'Welcome', ${AT});
    INSERT INTO matches (club_a_id, club_b_id, rules, rules_revision, clock, rated, vacation, boards, games_per_board, message,
        proposed_by_id, state, lineups_close_at, created_at)
      VALUES (1, 2, 'molenspel', 1, ${CLOCK}, false, true, 8, 1, 'Shall we?', 1, 'open', ${AT}, ${AT});
    INSERT INTO match_players (match_id, player_id, club_id, signed_up_at) VALUES (1, 1, 1, ${AT});`,
  '20261126000500_puzzles': `
    INSERT INTO puzzle_ratings VALUES ('00000000', 1500, 100, 0.06, 1, 1);
    INSERT INTO puzzle_attempts VALUES (1, '00000000', ${AT}, ${AT}, true, 1500, 1600, 400, 0.09);
    INSERT INTO puzzle_attempts (player_id, puzzle_id, given_at) VALUES (1, '11111111', ${AT});`,
  '20261126023354_game_puzzles': `
    INSERT INTO game_puzzles VALUES
      ('22222222', ${RESIGNED}, 3, 'molenspel', '.../.../.../....../.../.../... w 9 9 0 1', 1, '{d6,f4,d2}', 'draw', NULL, '{defence}', 1500, ${AT});`,
  '20261126095300_player_results': `
    DELETE FROM player_results WHERE player_id = 1;
    DELETE FROM opponent_results WHERE player_id = 1;
    INSERT INTO uncounted_games VALUES (1, ${RESIGNED});`,
  '20261127004500_packed_moves': `
    INSERT INTO packed_moves SELECT game_id, string_agg(move, ' ' ORDER BY ply), array_agg(played_at ORDER BY ply)
      FROM moves WHERE game_id = ${RESIGNED} GROUP BY game_id;
    DELETE FROM moves WHERE game_id = ${RESIGNED};`,
  '20261122214000_news': `
    INSERT INTO news (texts, created_at) VALUES ('{"en":{"title":"Hello","text":"The site is open."}}', ${AT});`,
  '20261128140000_proven_draws': `
    INSERT INTO ladder_terms (rules, proven_draws) VALUES ('molenspel', true);`,
  '20261128082511_roomy_addresses': `
    INSERT INTO roomy_addresses (network, until, created_at) VALUES ('192.0.2.0/24', ${LATER}, ${AT});`,
  '20261128141500_site_invitations': `
    INSERT INTO site_invitations (hash, by_id, uses, used, note, created_at, expires_at)
      VALUES ('\\x01', 1, 5, 1, 'Thursday', ${AT}, ${LATER});
    INSERT INTO invited_players (invitation_id, player_id, created_at) VALUES (1, 2, ${AT});`,
  '20261128184148_channels': `
    INSERT INTO channels (account_id, format, address, shortened, kinds, created_at)
      VALUES (1, 'discord', 'sealed', 'https://discord.com/…', '{}', ${AT});
    INSERT INTO channel_messages (channel_id, subject, created_at) VALUES (1, '{"notification":1}', ${AT});`,
  '20261128151000_managed_accounts': `
    UPDATE accounts SET clubs_only = true WHERE id = 1;
    UPDATE accounts SET roles = '{manager}', manager_of = '{1}' WHERE id = 2;
    INSERT INTO managed_accounts (account_id, club_id, created_at) VALUES (1, 1, ${AT});
    INSERT INTO login_codes (hash, account_id, own_device, created_at, expires_at) VALUES (${sha256('x')}, 1, false, ${AT}, ${LATER});`,
  '20261128184034_identities': `
    INSERT INTO identities (account_id, issuer, subject, created_at, last_used_at)
      VALUES (1, 'https://id.example/', 'anna', ${AT}, ${AT});`,
  '20261128223000_turn_feeds': `
    INSERT INTO turn_feeds (account_id, hash, created_at) VALUES (1, ${sha256('feed')}, ${AT});`,
})
