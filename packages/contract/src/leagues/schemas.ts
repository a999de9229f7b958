import { z } from 'zod'
import { type Clock, clockSchema } from '../clocks.ts'
import { instant, instantInput, ruleSetIdSchema, rulesParam, wholeNumber } from '../common.ts'
import { provenDrawsSchema } from '../terms.ts'
import { tournamentEntrySchema, tournamentSchema } from '../tournaments/schemas.ts'

export const LEAGUE_CLOCK = {
  kind: 'bank',
  days: 30,
  incrementHours: 0,
  capDays: 30,
} as const satisfies Clock
export const SEASON_DAYS = 91
/** Entries close this many days before the start of a season. */
export const ENTRY_DAYS = 2
/** The start is postponed by this many days if too few have entered. */
export const POSTPONED_DAYS = 7

export const leagueParams = z.strictObject({ rules: rulesParam })
export const createLeagueBody = z.strictObject({
  rules: ruleSetIdSchema,
  provenDraws: provenDrawsSchema.default(false),
  startsAt: instantInput.describe(
    `When the first season starts. Entries close ${ENTRY_DAYS} days before. Each season starts when the one before ends`,
  ),
})

const stay = z.boolean().describe('Whether you are also entered in each season after that one')
export const enterLeagueBody = z.strictObject({ stay: stay.default(false) }).optional()
export const changeLeagueEntryBody = z.strictObject({ stay })

export const leagueEntrySchema = tournamentEntrySchema.extend({ stay }).meta({ id: 'LeagueEntry' })
export type LeagueEntry = z.output<typeof leagueEntrySchema>

const seasonSchema = z
  .object({
    season: z.int().describe('Counted from 1'),
    state: z.enum(['running', 'finished']),
    startsAt: instant,
    endsAt: instant.describe('Games that are running then count ½ for both, and go on'),
    entrants: z.int(),
    divisions: z.array(tournamentSchema).describe('The best first. Each has standings, games and a log'),
  })
  .meta({ id: 'Season' })
export type Season = z.output<typeof seasonSchema>

const nextSeasonSchema = z
  .object({
    season: z.int(),
    tournament: z
      .int()
      .describe('The tournament that holds the entries. It becomes the first division at the start'),
    startsAt: instant.describe(
      `It moves by ${POSTPONED_DAYS} days if fewer than four players have entered by then`,
    ),
    entriesCloseAt: instant,
    entrants: z.int(),
    mine: leagueEntrySchema.nullable().describe('Your own entry'),
  })
  .meta({ id: 'NextSeason' })

const leagueFields = {
  rules: ruleSetIdSchema,
  clock: clockSchema,
  provenDraws: provenDrawsSchema,
  running: seasonSchema.nullable().describe('The season that is being played'),
  next: nextSeasonSchema,
}
const leagueSummarySchema = z.object(leagueFields).meta({ id: 'LeagueSummary' })
export type LeagueSummary = z.output<typeof leagueSummarySchema>
export const leaguesSchema = z.object({ items: z.array(leagueSummarySchema) })

export const leagueQuery = z.strictObject({
  seasons: wholeNumber(1, 1000).optional().describe('At most this many seasons, newest first. Default: all'),
  entries: wholeNumber(0, 10_000)
    .optional()
    .describe('At most this many entries, in their order. Default: all'),
})

export const leagueSchema = z
  .object({
    ...leagueFields,
    seasons: z
      .array(seasonSchema)
      .describe('All seasons that have started, newest first; or as many as the query asks for'),
    entries: z
      .array(tournamentEntrySchema)
      .describe(
        'Who has entered the next season, in the order of entry. `listTournamentEntries` with `next.tournament` has pages',
      ),
  })
  .meta({ id: 'League' })
export type League = z.output<typeof leagueSchema>
