import { ruleSetIdSchema, type StoredTerms } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { currentKey } from '../../accounts/names/former-names.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

/** What new games would be like. */
const termsSchema = z.object({
  rules: z.array(ruleSetIdSchema),
  rated: z.boolean(),
  /** Whether one of the players is a built-in bot. */
  againstBot: z.boolean(),
})
export type NewGameTerms = z.output<typeof termsSchema>

const QUERIES: Record<Exclude<StoredTerms, 'invitation'>, (id: number) => Prisma.Sql> = {
  challenge: (id) => Prisma.sql`
    SELECT ARRAY[c.rules] AS rules, c.rated, a.built_in OR coalesce(b.built_in, false) AS "againstBot"
    FROM challenges c JOIN players a ON a.id = c.challenger_id LEFT JOIN players b ON b.id = c.opponent_id
    WHERE c.id = ${id}`,
  // where nothing is rated, a rematch is not either
  game: (id) => Prisma.sql`
    SELECT ARRAY[g.rules] AS rules, false AS rated, a.built_in OR b.built_in AS "againstBot"
    FROM games g JOIN players a ON a.id = g.white_id JOIN players b ON b.id = g.black_id WHERE g.id = ${id}`,
  tournament: (id) => Prisma.sql`
    SELECT ARRAY[rules] AS rules, rated, false AS "againstBot" FROM tournaments WHERE id = ${id}`,
  match: (id) => Prisma.sql`
    SELECT ARRAY[rules] AS rules, rated, false AS "againstBot" FROM matches WHERE id = ${id}`,
}

/** @returns undefined if there is no such row */
export async function readStoredTerms(
  db: Db,
  kind: keyof typeof QUERIES,
  id: number,
): Promise<NewGameTerms | undefined> {
  return (await readRows(db, termsSchema, QUERIES[kind](id)))[0]
}

export const isBuiltInBot = async (db: Db, username: string): Promise<boolean> =>
  (await db.player.count({ where: { usernameKey: await currentKey(db, username), builtIn: true } })) > 0

/** Whether a tournament is a division of a league. */
export const isDivision = async (db: Db, id: number): Promise<boolean> =>
  (await db.tournament.count({ where: { id, format: 'league' } })) > 0
