import {
  LEAGUE_CLOCK,
  type League,
  type LeagueEntry,
  type LeagueSummary,
  type leagueQuery,
  type Season,
} from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../refusal.ts'
import { PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { entriesCloseAt } from '../tournaments/enter-tournament.ts'
import { readEntries } from '../tournaments/list-parts.ts'
import { queryTournaments, type TournamentRow } from '../tournaments/tournament-store.ts'
import { tournamentView } from '../tournaments/tournament-view.ts'
import { seasonRow } from './season-row.ts'

export const leagueNotFound = (rules: RuleSetId) => refuse('not-found', `There is no league of ${rules}.`)

/** The tournament that takes the entries of the next season. A league always has one. */
export async function readNextSeason(db: Db, rules: RuleSetId): Promise<TournamentRow | undefined> {
  const [open] = await queryTournaments(
    db,
    Prisma.sql`WHERE t.format = 'league' AND t.rules = ${rules} AND t.state = 'open'`,
  )
  return open
}

export async function readLeagues(db: Db, caller: Caller | null): Promise<LeagueSummary[]> {
  const rows = await queryTournaments(
    db,
    Prisma.sql`WHERE t.rules = ANY(${[...RULE_SET_IDS]}::text[]) AND t.format = 'league' AND t.state IN ('open', 'running')
      ORDER BY t.rules, t.division`,
  )
  const mine = await readMine(db, rows, caller)
  return [...new Set(rows.map(({ rules }) => rules))].map((rules) =>
    summaryOf(
      rows.filter((row) => row.rules === rules),
      mine,
    ),
  )
}

/** @param limits how many seasons and entries to read; by default all, as version 1 promises */
export async function readLeague(
  db: Db,
  rules: RuleSetId,
  limits: z.output<typeof leagueQuery>,
  caller: Caller | null,
): Promise<League | undefined> {
  const before =
    limits.seasons === undefined
      ? Prisma.empty
      : Prisma.sql`AND t.season > coalesce((
          SELECT max(s.season) FROM tournaments s
          WHERE s.format = 'league' AND s.rules = ${rules} AND s.state <> 'open'), 0) - ${limits.seasons}::int`
  const rows = await queryTournaments(
    db,
    Prisma.sql`WHERE t.format = 'league' AND t.rules = ${rules} ${before} ORDER BY t.season DESC, t.division`,
  )
  if (rows.length === 0) return undefined
  const summary = summaryOf(rows, await readMine(db, rows, caller))
  return {
    ...summary,
    seasons: seasonsOf(rows),
    entries: await readEntries(db, summary.next.tournament, limits.entries),
  }
}

/** A player's entries in tournaments, by tournament. */
export async function readOwnEntries(
  db: Db,
  tournaments: readonly number[],
  playerId: number,
): Promise<ReadonlyMap<number, LeagueEntry>> {
  const entries = await db.tournamentEntry.findMany({
    where: { tournamentId: { in: [...tournaments] }, playerId },
    include: { player: PLAYER },
  })
  return new Map(
    entries.map(({ tournamentId, player: user, stay, enteredAt }) => [
      tournamentId,
      { user, rating: null, enteredAt: enteredAt.toISOString(), left: null, stay },
    ]),
  )
}

const readMine = (db: Db, rows: readonly TournamentRow[], caller: Caller | null) =>
  caller
    ? readOwnEntries(
        db,
        rows.filter(({ state }) => state === 'open').map(({ id }) => id),
        caller.playerId,
      )
    : new Map<number, LeagueEntry>()

function summaryOf(rows: readonly TournamentRow[], mine: ReadonlyMap<number, LeagueEntry>): LeagueSummary {
  const open = seasonRow(existing(rows.find(({ state }) => state === 'open')))
  const { startsAt } = open
  return {
    rules: open.rules,
    clock: LEAGUE_CLOCK,
    provenDraws: open.provenDraws,
    running: seasonsOf(rows).find(({ state }) => state === 'running') ?? null,
    next: {
      season: open.league.season,
      tournament: open.id,
      startsAt: startsAt.toISOString(),
      entriesCloseAt: entriesCloseAt(startsAt).toISOString(),
      entrants: open.entrants,
      mine: mine.get(open.id) ?? null,
    },
  }
}

/** The seasons that have started, in the order of their rows. */
function seasonsOf(rows: readonly TournamentRow[]): Season[] {
  const seasons = new Map<number, Season>()
  for (const row of rows.filter(({ stage }) => stage > 0).map(seasonRow)) {
    const { season } = row.league
    const known = seasons.get(season) ?? {
      season,
      state: row.state === 'running' ? 'running' : 'finished',
      startsAt: row.startsAt.toISOString(),
      endsAt: existing(row.endsAt).toISOString(),
      entrants: 0,
      divisions: [],
    }
    known.entrants += row.entrants
    known.divisions.push(tournamentView(row))
    seasons.set(season, known)
  }
  return [...seasons.values()]
}
