import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PeriodicTask } from '../../src/jobs/ticker.ts'
import { periodicTasks } from '../../src/start/start-ticker.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type CountingDatabase, openCountingDatabase, PLANS } from './counted-rows.ts'
import { fillGrownSite, STANDING } from './grown-site.ts'

/** What a job may read if nothing is due. It does not depend on how much stands, which is `STANDING` of everything. */
const AT_MOST = 50
/** What it may read more for each row that it writes. */
const PER_CHANGE = 50
/** What some jobs may read more. The place that an idle player loses is counted in the index of the ladder. */
const MORE: Record<string, number> = { ladders: STANDING }

/** What makes something due for a job. */
const DUE: Record<string, string> = {
  'overdue-games': `UPDATE games SET deadline = $1::timestamptz - interval '1 minute' WHERE id BETWEEN 200 AND 202`,
  'idle-guest-games': `
    UPDATE players SET kind = 'guest' WHERE id = 1500;
    UPDATE players SET kind = 'bot', built_in = true WHERE id = 1501;
    UPDATE games SET white_id = 1500, black_id = 1501, updated_at = $1::timestamptz - interval '24 hours 1 minute'
      WHERE id BETWEEN 300 AND 302`,
  challenges: `UPDATE challenges SET expires_at = $1::timestamptz - interval '1 minute' WHERE id BETWEEN 200 AND 202`,
  claims: `
    UPDATE games SET status = 'claimed', clock_since = NULL, deadline = NULL WHERE id BETWEEN 40100 AND 40102;
    UPDATE claims SET created_at = $1::timestamptz - interval '4 days' WHERE state = 'open' AND game_id BETWEEN 40100 AND 40102`,
  tournaments: `
    -- player 5 has just lost three games on time, and player 2990's account has just been closed
    UPDATE games SET status = 'finished', turn = NULL, clock_since = NULL, deadline = NULL, winner = 'black', reason = 'timeout',
      ended_at = $1::timestamptz - interval '1 minute'
    WHERE id IN (SELECT id FROM games WHERE tournament_id = 1 AND status = 'active' LIMIT 3);
    UPDATE games SET white_id = 5 WHERE tournament_id = 1 AND winner = 'black';
    DELETE FROM last_requests WHERE player_id = 5;
    INSERT INTO sanctions (player_id, kind, reason, by_id, created_at) VALUES (2990, 'close', 'x', 1, $1)`,
  ladders: `
    INSERT INTO sanctions (player_id, kind, reason, by_id, created_at) VALUES (2900, 'close', 'x', 1, $1);
    UPDATE ladder_entries SET active_at = $1::timestamptz - interval '70 days' WHERE player_id = 2950`,
  matches: `
    INSERT INTO sanctions (player_id, kind, reason, by_id, created_at) VALUES (2800, 'close', 'x', 1, $1);
    UPDATE matches SET lineups_close_at = $1::timestamptz - interval '1 minute' WHERE id IN (1202, 1205, 1208);
    UPDATE games SET status = 'finished', turn = NULL, clock_since = NULL, deadline = NULL, winner = 'black', reason = 'timeout',
      ended_at = $1::timestamptz - interval '1 minute' WHERE match_id = 1`,
  reminders: `
    UPDATE games SET deadline = $1::timestamptz + interval '20 hours' WHERE id BETWEEN 100 AND 102;
    DELETE FROM sent_reminders WHERE game_id BETWEEN 100 AND 102;
    UPDATE reminder_checks SET at = $1 WHERE game_id BETWEEN 100 AND 102`,
  digests: `UPDATE accounts SET digest_at = '11:00' WHERE id BETWEEN 100 AND 102`,
  'expire-mails': `UPDATE mails SET expires_at = $1 WHERE id BETWEEN 100 AND 110`,
  'prune-sessions': `UPDATE sessions SET expires_at = $1 WHERE id BETWEEN 100 AND 110`,
  vacations: `UPDATE vacations SET until = $1 WHERE player_id BETWEEN 2100 AND 2102`,
  results: 'INSERT INTO uncounted_games SELECT white_id, id FROM games WHERE id BETWEEN 20100 AND 20102',
  'pack-moves': `
    UPDATE "_prisma_migrations" SET finished_at = $1::timestamptz - interval '2 days';
    UPDATE games SET updated_at = $1::timestamptz - interval '40 days' WHERE id BETWEEN 20200 AND 20202;
    INSERT INTO moves SELECT id, n, 'd6', updated_at FROM games, generate_series(1, 9) n WHERE id BETWEEN 20200 AND 20202`,
  'prune-guests': `
    DELETE FROM sessions WHERE account_id BETWEEN ${STANDING + 1} AND ${STANDING + 3};
    INSERT INTO challenges (rules, rules_revision, challenger_id, colour, clock, state, created_at)
      SELECT rules, rules_revision, ${STANDING + 1}, colour, clock, 'open', created_at FROM challenges WHERE id = 1`,
}

/** Jobs that are only counted while nothing is due for them. */
const OTHERS = [
  ...['heartbeat', 'outages', 'draw-offers', 'conditional-moves', 'ratings', 'outbox', 'explorer'],
  ...['drop-positions', 'last-uses', 'tournament-games', 'queue-finished-games'],
  ...['erase-accounts', 'prune-challenges', 'prune-tokens', 'prune-known-addresses', 'prune-security-log'],
  ...['prune-mails', 'prune-deliveries', 'prune-notifications', 'prune-idempotency-keys', 'prune-events'],
  ...['prune-exports', 'overdue-notifications', 'lineups-closing'],
]

describe.each(PLANS)('%s', (plans) => {
  let server: TestServer
  let tasks: PeriodicTask[]
  let database: CountingDatabase

  beforeAll(async () => {
    server = await startServer()
    const { deps, app, heartbeat } = server
    tasks = periodicTasks(deps, { database: server.database, app, heartbeat, workers: [] }, () => {})
    await heartbeat.update()
    // some tasks look at what has happened since their last run
    for (const { run } of tasks) await run(server.store)
    await fillGrownSite(server.database, server.clock.now())
    database = await openCountingDatabase(server)
    await database.plan(plans)
  }, 180_000)
  afterAll(async () => {
    await database?.close()
    await server?.close()
  })

  it('are tried here, each task', () => {
    const known = [...Object.keys(DUE), ...OTHERS]
    expect(known.sort()).toEqual(tasks.map(({ name }) => name).sort())
  })

  it('reads no more the more stands, if nothing is due', async () => {
    for (const { name, run } of tasks)
      expect.soft((await database.count(run)).read, name).toBeLessThanOrEqual(AT_MOST)
  })

  it.each(Object.keys(DUE))('%s reads in proportion to what it changes', async (name) => {
    const at = server.clock.now().toISOString()
    for (const sql of DUE[name]!.split(';')) await server.database.pool.query(sql.replaceAll('$1', `'${at}'`))
    const { read, changed } = await database.count(tasks.find((task) => task.name === name)!.run)
    expect(changed).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(AT_MOST + (MORE[name] ?? 0) + PER_CHANGE * changed)
  })
})
