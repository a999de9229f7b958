import { expect, test } from 'vitest'
import { statementLabel } from './statement-label.ts'

test.each([
  ['/* play-move */ WITH a AS (UPDATE games SET x = 1) SELECT 1', 'play-move'],
  ['SELECT "public"."games"."id" FROM "public"."games" WHERE id = $1', 'select games'],
  ['WITH changed AS (UPDATE games SET ply = 1 RETURNING id)\n INSERT INTO events VALUES (1)', 'update games'],
  ['insert into pgboss.job (id) select 1', 'insert job'],
  ['DELETE FROM events WHERE id IN (SELECT id FROM events)', 'delete events'],
  ["SELECT setval('events_id_seq', 1)", 'select'],
  ['COMMIT', 'commit'],
  ['', 'empty'],
])('%s is called %s', (sql, label) => {
  expect(statementLabel(sql)).toBe(label)
})
