import { LEAGUE_CLOCK } from '@tegenzet/contract'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { DIVISION_SIZE, MIN_LEAGUE_ENTRANTS } from '@tegenzet/tournaments'
import type { Db } from '../../store/transaction.ts'
import { record } from '../tournaments/record.ts'

interface NewSeason {
  rules: RuleSetId
  provenDraws: boolean
  season: number
  startsAt: Date
  byId: number | null
  at: Date
}

/** The terms of every division of a league. */
export const leagueTerms = (rules: RuleSetId, provenDraws: boolean) => ({
  format: 'league',
  rules,
  rulesRevision: ruleSet(rules).revision,
  clock: LEAGUE_CLOCK,
  rated: true,
  vacation: false,
  provenDraws,
  kind: 'human' as const,
  invite: false,
  groupSize: DIVISION_SIZE,
  gamesPerPair: 2 as const,
  advance: 1,
  minEntrants: MIN_LEAGUE_ENTRANTS,
})

export const seasonName = (rules: RuleSetId, season: number): string =>
  `${ruleSet(rules).names.en} league, season ${season}`

const MAX_ENTRANTS = 10_000

/**
 * Opens the entries of a season: a tournament that becomes its first division at the start.
 * @returns null if the season exists already
 */
export async function openSeason(
  db: Db,
  { rules, provenDraws, season, startsAt, byId, at }: NewSeason,
): Promise<number | null> {
  const [opened] = await db.tournament.createManyAndReturn({
    data: {
      ...leagueTerms(rules, provenDraws),
      name: seasonName(rules, season),
      season,
      startsAt,
      maxEntrants: MAX_ENTRANTS,
      createdAt: at,
    },
    select: { id: true },
    skipDuplicates: true,
  })
  if (!opened) return null
  await record(db, { id: opened.id, stage: 0 }, { kind: 'created', byId, at })
  return opened.id
}
