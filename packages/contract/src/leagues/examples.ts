import { ruleSet } from '@tegenzet/rules'
import { entry, open } from '../tournaments/examples.ts'
import type { Tournament } from '../tournaments/schemas.ts'
import { LEAGUE_CLOCK, type League, type LeagueEntry, type Season } from './schemas.ts'

const { names } = ruleSet(open.rules)

const division: Tournament = {
  ...open,
  id: 21,
  format: 'league',
  name: `${names.en} league, season 1, division 1`,
  clock: LEAGUE_CLOCK,
  vacation: false,
  provenDraws: false,
  groupSize: 7,
  advance: 1,
  minEntrants: 4,
  maxEntrants: 10_000,
  league: { season: 1, division: 1, divisions: 1 },
  invite: false,
  state: 'running',
  organiser: null,
  entrants: 6,
  stage: 1,
  startsAt: '2026-12-07T12:00:00.000Z',
  startedAt: '2026-12-07T12:00:03.120Z',
  endsAt: '2027-03-08T12:00:00.000Z',
}
const season: Season = {
  season: 1,
  state: 'running',
  entrants: 6,
  divisions: [division],
  startsAt: '2026-12-07T12:00:00.000Z',
  endsAt: '2027-03-08T12:00:00.000Z',
}
const ofNext = { ...entry, rating: null }
const mine: LeagueEntry = { ...ofNext, stay: true }
const summary = {
  rules: division.rules,
  clock: LEAGUE_CLOCK,
  provenDraws: false,
  running: season,
  next: {
    season: 2,
    tournament: 22,
    startsAt: '2027-03-08T12:00:00.000Z',
    entriesCloseAt: '2027-03-06T12:00:00.000Z',
    entrants: 1,
    mine,
  },
}
const league: League = { ...summary, seasons: [season], entries: [ofNext] }

export const LEAGUE_EXAMPLES = {
  listLeagues: { response: { items: [summary] } },
  getLeague: { response: league },
  enterLeague: { body: { stay: true }, response: mine },
  changeLeagueEntry: { body: { stay: false }, response: { ...mine, stay: false } },
  createLeague: {
    body: { rules: division.rules, startsAt: '2026-12-07T12:00:00Z' },
    response: {
      ...league,
      running: null,
      seasons: [],
      entries: [],
      next: {
        season: 1,
        tournament: 21,
        startsAt: '2026-12-07T12:00:00.000Z',
        entriesCloseAt: '2026-12-05T12:00:00.000Z',
        entrants: 0,
        mine: null,
      },
    },
  },
}
