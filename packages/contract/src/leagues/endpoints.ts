import { endpointsOf } from '../endpoint.ts'
import {
  changeLeagueEntryBody,
  createLeagueBody,
  ENTRY_DAYS,
  enterLeagueBody,
  leagueEntrySchema,
  leagueParams,
  leagueQuery,
  leagueSchema,
  leaguesSchema,
  POSTPONED_DAYS,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Leagues', feature: 'leagues' })

export const LEAGUE_ENDPOINTS = {
  listLeagues: endpoint('listLeagues', {
    summary: 'List the leagues',
    description: 'By rule set, each with the season that is being played and the next one.',
    access: 'reader',
    responses: { 200: leaguesSchema },
  }),
  getLeague: endpoint('getLeague', {
    summary: 'Get a league',
    description:
      'With all its seasons and who has entered the next one; `seasons` and `entries` ask for fewer. Each division is a tournament of format `league`: read its table with `getStandings`. Fails with `not-found` if the rule set has no league.',
    access: 'reader',
    params: leagueParams,
    query: leagueQuery,
    responses: { 200: leagueSchema },
    errors: ['not-found'],
  }),
  enterLeague: endpoint('enterLeague', {
    summary: 'Enter the next season of a league',
    description: `Only people enter. With \`stay\` you are also entered in each later season as soon as its entries open, unless you have left the season before it. Entries close ${ENTRY_DAYS} days before the start; then it fails with \`entries-closed\`.`,
    access: 'tournament:write',
    begins: true,
    newGames: 'path',
    params: leagueParams,
    body: enterLeagueBody,
    responses: { 201: leagueEntrySchema },
    errors: [
      'not-found',
      'restricted',
      'entries-closed',
      'already-entered',
      'tournament-full',
      'wrong-kind',
      'limit-reached',
    ],
  }),
  changeLeagueEntry: endpoint('changeLeagueEntry', {
    summary: 'Change whether you stay in a league',
    description: 'Changes `stay` of your entry in the next season. Fails with `not-found` if you have none.',
    access: 'tournament:write',
    params: leagueParams,
    body: changeLeagueEntryBody,
    responses: { 200: leagueEntrySchema },
    errors: ['not-found', 'restricted'],
  }),
  leaveLeague: endpoint('leaveLeague', {
    summary: 'Take back your entry in the next season',
    description:
      'Possible until the start. Fails with `not-found` if you have not entered. A season that is being played you leave with `withdrawFromTournament`; this takes back your entry in the next one too.',
    access: 'tournament:write',
    params: leagueParams,
    responses: { 204: 'Left' },
    errors: ['not-found'],
  }),
  createLeague: endpoint('createLeague', {
    summary: 'Create a league',
    description: `Opens the entries of its first season. From then on it runs by itself: each season starts when the one before ends, and ${POSTPONED_DAYS} days later for as long as fewer than four players have entered. Fails with \`conflict\` if the rule set has a league already, and with \`validation\` if \`startsAt\` is in the past.`,
    access: 'tournament:write',
    begins: true,
    newGames: 'body',
    roles: ['admin'],
    body: createLeagueBody,
    responses: { 201: leagueSchema },
    errors: ['conflict', 'terms-not-possible'],
  }),
}
