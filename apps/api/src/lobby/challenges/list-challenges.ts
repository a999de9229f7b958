import type { Challenge, listChallengesQuery } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { blockBetween } from '../../accounts/people/contact.ts'
import type { Deps } from '../../deps.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import { type ChallengeRow, challengeColumns, JOIN_PLAYERS, openAt } from './challenge-row.ts'
import { viewFor } from './invite-link.ts'

/** Of open challenges those that anybody may accept. */
export const OPEN_TO_ALL = Prisma.sql`opponent_id IS NULL AND NOT invite`
const blocked = ({ playerId }: Caller) =>
  blockBetween(Prisma.sql`challenger_id`, Prisma.sql`${playerId}::int`)

/** Open challenges, newest first: those open to all, or the caller's own, made and received. */
export async function listChallenges(
  { database: { prisma }, config, now }: Deps,
  { mine, rules, limit, cursor }: z.output<typeof listChallengesQuery>,
  caller: Caller | null,
): Promise<Result<Page<Challenge>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  if (mine && !caller) return refuse('unauthenticated', 'Log in, or send a token, to see your challenges.')
  if (mine && caller && !holdsScope(caller, 'challenge:write'))
    return refuse('missing-scope', 'The token lacks the scope challenge:write.')

  const at = now()
  const scan = (whose: Prisma.Sql) => Prisma.sql`(
    SELECT * FROM challenges c WHERE ${openAt(at)} AND ${whose}
      ${rules ? Prisma.sql`AND rules = ${rules}` : Prisma.empty}
      ${before.value === undefined ? Prisma.empty : Prisma.sql`AND id < ${before.value}`}
    ORDER BY id DESC LIMIT ${limit + 1})`
  const found =
    mine && caller
      ? Prisma.sql`
          ${scan(Prisma.sql`challenger_id = ${caller.playerId}`)}
          UNION ALL
          ${scan(Prisma.sql`opponent_id = ${caller.playerId}`)}`
      : scan(caller ? Prisma.sql`${OPEN_TO_ALL} AND NOT ${blocked(caller)}` : OPEN_TO_ALL)
  const rows = await prisma.$queryRaw<ChallengeRow[]>`
    SELECT ${challengeColumns(at)} FROM (${found}) c ${JOIN_PLAYERS} ORDER BY c.id DESC LIMIT ${limit + 1}`
  const view = (row: ChallengeRow) => viewFor(config, row, caller)
  return ok(pageOf(rows, limit, ({ id }) => id, view))
}
