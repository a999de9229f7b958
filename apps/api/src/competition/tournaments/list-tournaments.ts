import { ok, type Result } from '@tegenzet/common'
import {
  type listTournamentsQuery,
  TOURNAMENT_FORMATS,
  TOURNAMENT_STATES,
  type Tournament,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { findByName } from '../../store/find-by-name.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { queryTournaments, readTournaments } from './tournament-store.ts'
import { tournamentView } from './tournament-view.ts'

/** Newest first, or those whose name contains what is sought. */
export async function listTournaments(
  db: Db,
  query: z.output<typeof listTournamentsQuery>,
  caller: Caller | null,
): Promise<Result<Page<Tournament>, Refusal>> {
  const { mine, limit, cursor } = query
  if (query.search !== undefined) return searchTournaments(db, { ...query, search: query.search })
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  if (mine && !caller) return refuse('unauthenticated', 'Log in, or send a token, to see your tournaments.')
  const playerId = mine && caller ? caller.playerId : null
  const rows = await queryTournaments(
    db,
    Prisma.sql`
      WHERE t.id = ANY(ARRAY(${tournamentIds({ ...query, playerId, before: before.value })}))
      ORDER BY t.id DESC LIMIT ${limit + 1}`,
  )
  return ok(pageOf(rows, limit, ({ id }) => id, tournamentView))
}

async function searchTournaments(
  db: Db,
  { search, limit, cursor, ...filters }: z.output<typeof listTournamentsQuery> & { search: string },
): Promise<Result<Page<Tournament>, Refusal>> {
  if (Object.values(filters).some(Boolean)) return refuse('validation', 'No other filter goes with `search`.')
  const read = (ids: readonly number[]) => readTournaments(db, ids)
  const found = await findByName(db, 'tournament', { sought: search, limit, cursor, read })
  return found.ok ? ok({ ...found.value, items: found.value.items.map(tournamentView) }) : found
}

interface Filters
  extends Pick<z.output<typeof listTournamentsQuery>, 'state' | 'rules' | 'format' | 'club' | 'limit'> {
  playerId: number | null
  before: number | undefined
}

/**
 * The ids of a page. A player's tournaments and a club's are few and are all read, if they are filtered. Otherwise the newest of each rule set,
 * format and state that is asked for are read in order, so that a page reads in proportion to its size, however rare its
 * tournaments are.
 */
function tournamentIds({ state, rules, format, club, playerId, limit, before }: Filters): Prisma.Sql {
  const older = before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`
  const newest = Prisma.sql`${older} ORDER BY id DESC LIMIT ${limit + 1}`
  const ofClub = Prisma.sql`club_id = (SELECT id FROM clubs WHERE slug = ${club})`
  const isFiltered = state || rules || format
  if (club !== undefined && playerId === null && !isFiltered)
    return Prisma.sql`SELECT id FROM tournaments WHERE ${ofClub} ${newest}`
  if (playerId !== null || club !== undefined) {
    const few =
      playerId === null
        ? ofClub
        : Prisma.sql`id = ANY(ARRAY(
            SELECT id FROM tournaments WHERE organiser_id = ${playerId}
            UNION SELECT tournament_id FROM tournament_entries WHERE player_id = ${playerId}))`
    const conditions = [
      Prisma.sql`true`,
      ...(state ? [Prisma.sql`state = ${state}::tournament_state`] : []),
      ...(rules ? [Prisma.sql`rules = ${rules}`] : []),
      ...(format ? [Prisma.sql`format = ${format}`] : []),
      ...(club === undefined ? [] : [ofClub]),
    ]
    return Prisma.sql`
      SELECT id FROM (SELECT * FROM tournaments WHERE ${few} OFFSET 0) few
      WHERE ${Prisma.join(conditions, ' AND ')} ${newest}`
  }
  if (!isFiltered) return Prisma.sql`SELECT id FROM tournaments WHERE true ${newest}`
  return Prisma.sql`
    SELECT part.id FROM unnest(${rules ? [rules] : [...RULE_SET_IDS]}::text[]) AS r,
      unnest(${format ? [format] : [...TOURNAMENT_FORMATS]}::text[]) AS f,
      unnest(${state ? [state] : [...TOURNAMENT_STATES]}::tournament_state[]) AS s,
      LATERAL (SELECT id FROM tournaments WHERE rules = r AND format = f AND state = s ${newest}) part`
}
