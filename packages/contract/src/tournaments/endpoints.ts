import { z } from 'zod'
import { emptyBody, idParams, pageQuery } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { gamePage } from '../games/schemas.ts'
import {
  announceToEntrantsBody,
  createTournamentBody,
  enterTournamentBody,
  entrantParams,
  listTournamentsQuery,
  removeEntrantBody,
  standingsQuery,
  standingsSchema,
  tournamentEntryPage,
  tournamentEntrySchema,
  tournamentLogEntrySchema,
  tournamentLogPage,
  tournamentPage,
  tournamentSchema,
} from './schemas.ts'

const pages = z.strictObject(pageQuery)

const endpoint = endpointsOf({ tag: 'Tournaments', feature: 'tournaments' })

export const TOURNAMENT_ENDPOINTS = {
  createTournament: endpoint('createTournament', {
    summary: 'Organise a tournament',
    description:
      'A round-robin tournament in groups, with as many stages as it takes until one group is left. It starts at `startsAt`, or when it is full; the organiser can start it earlier. Needs a verified e-mail address; without one the call fails with `email-not-verified`. Fails with `validation` if the name is reserved for the server and its host, or looks like such a name. With `club` it is for members of that club: only its owner and organisers may organise it, others get `forbidden`. The organiser does not enter by organising.',
    access: 'tournament:write',
    begins: true,
    fieldFeatures: { rated: 'ratings', ratingMin: 'ratings', ratingMax: 'ratings', club: 'clubs' },
    newGames: 'body',
    body: createTournamentBody,
    responses: { 201: tournamentSchema },
    errors: ['email-not-verified', 'restricted', 'muted', 'terms-not-possible', 'limit-reached', 'not-found'],
  }),
  listTournaments: endpoint('listTournaments', {
    summary: 'List tournaments',
    description:
      'Newest first; with `search`, first those whose name starts with it, in alphabetical order. Seasons of leagues are not searched. `mine=true` needs a session or a token; without one the call fails with `unauthenticated`.',
    access: 'reader',
    query: listTournamentsQuery,
    responses: { 200: tournamentPage },
    errors: ['unauthenticated'],
  }),
  getTournament: endpoint('getTournament', {
    summary: 'Get a tournament',
    description: 'The organiser’s own request also gets `inviteUrl`, with the scope `tournament:write`.',
    access: 'reader',
    params: idParams,
    responses: { 200: tournamentSchema },
    errors: ['not-found'],
  }),
  listTournamentEntries: endpoint('listTournamentEntries', {
    summary: 'List the entrants',
    description: 'In the order of entry.',
    access: 'reader',
    params: idParams,
    query: pages,
    responses: { 200: tournamentEntryPage },
    errors: ['not-found'],
  }),
  enterTournament: endpoint('enterTournament', {
    summary: 'Enter a tournament',
    description:
      'The owner and the organisers of a club enter members who were made for it (`createMembers`) with `username`; these are told and can withdraw. Fails with `forbidden` for other players. Fails with `entries-closed` once it has started, `already-entered`, `tournament-full`, `wrong-kind` (people and bots do not play in the same tournament), `rating-out-of-range`, `forbidden` without the code of a tournament by invitation, `not-a-member` of a club’s tournament, and `limit-reached` if you have entered and left it too often.',
    access: 'tournament:write',
    begins: true,
    newGames: 'tournament',
    params: idParams,
    body: enterTournamentBody,
    responses: { 201: tournamentEntrySchema },
    errors: [
      'forbidden',
      'not-a-member',
      'restricted',
      'not-found',
      'entries-closed',
      'already-entered',
      'tournament-full',
      'wrong-kind',
      'rating-out-of-range',
      'limit-reached',
    ],
  }),
  withdrawFromTournament: endpoint('withdrawFromTournament', {
    summary: 'Leave a tournament',
    description:
      'Before the start this removes your entry. After it your running games are lost by `forfeit`. If you had finished fewer than half of your games in the stage, all of them are struck from the table. Fails with `not-found` if you have not entered, and `conflict` if the tournament is over.',
    access: 'tournament:write',
    params: idParams,
    responses: { 204: 'Left' },
    errors: ['not-found', 'conflict'],
  }),
  removeFromTournament: endpoint('removeFromTournament', {
    summary: 'Remove an entrant',
    description:
      'Before the start the organiser and admins may do this, after it only admins. The entrant’s games are treated as in `withdrawFromTournament`. The reason is public.',
    access: 'tournament:write',
    params: entrantParams,
    body: removeEntrantBody,
    responses: { 204: 'Removed' },
    errors: ['not-found', 'forbidden', 'muted', 'conflict'],
  }),
  startTournament: endpoint('startTournament', {
    summary: 'Start a tournament',
    description:
      'For the organiser and admins. All games of the first stage start at once. Fails with `conflict` if there are fewer than `minEntrants`, or if it is not open any more.',
    access: 'tournament:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: tournamentSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  cancelTournament: endpoint('cancelTournament', {
    summary: 'Cancel a tournament',
    description: 'For the organiser and admins, before the start. Fails with `conflict` after it.',
    access: 'tournament:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: tournamentSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  announceToEntrants: endpoint('announceToEntrants', {
    summary: 'Send an announcement to all entrants',
    description:
      'For the organiser and admins. Every entrant who has not left gets a notification, and the text is in the public log. At most five a day.',
    access: 'tournament:write',
    params: idParams,
    body: announceToEntrantsBody,
    responses: { 201: tournamentLogEntrySchema },
    errors: ['not-found', 'forbidden', 'muted', 'limit-reached'],
  }),
  getStandings: endpoint('getStandings', {
    summary: 'Get the tables of a stage',
    description:
      'Order: points, Sonneborn-Berger, wins, points in the games among those still tied; otherwise players share a place. Where a place must be decided, the higher rating at the start counts, then the earlier entry. Without groups before the start. To poll it, send the `ETag` of the last response as `If-None-Match`: you get 304 while nothing has changed. Every 100 players count as one more read. Fails with `not-found` if there is no such stage.',
    access: 'reader',
    cacheable: true,
    params: idParams,
    query: standingsQuery,
    responses: { 200: standingsSchema },
    errors: ['not-found'],
  }),
  listTournamentGames: endpoint('listTournamentGames', {
    summary: 'List the games of a tournament',
    description: 'In the order in which they were started.',
    access: 'reader',
    params: idParams,
    query: pages,
    responses: { 200: gamePage },
    errors: ['not-found'],
  }),
  listTournamentLog: endpoint('listTournamentLog', {
    summary: 'Read the log of a tournament',
    description: 'Everything that happened in it but the games, newest first.',
    access: 'reader',
    params: idParams,
    query: pages,
    responses: { 200: tournamentLogPage },
    errors: ['not-found'],
  }),
}
