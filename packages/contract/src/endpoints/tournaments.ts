import { z } from 'zod'
import { emptyBody, idParams, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { gamePage } from '../games.ts'
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
} from '../tournaments.ts'

const pages = z.strictObject(pageQuery)

export const TOURNAMENT_ENDPOINTS = {
  createTournament: endpoint('createTournament', {
    tag: 'Tournaments',
    summary: 'Organise a tournament',
    description:
      'A round-robin tournament in groups, with as many stages as it takes until one group is left. It starts at `startsAt`, or when it is full; the organiser can start it earlier. Needs a verified e-mail address; without one the call fails with `forbidden`. The organiser does not enter by organising.',
    access: 'tournament:write',
    body: createTournamentBody,
    responses: { 201: tournamentSchema },
    errors: ['forbidden', 'restricted', 'muted', 'limit-reached'],
  }),
  listTournaments: endpoint('listTournaments', {
    tag: 'Tournaments',
    summary: 'List tournaments',
    description:
      'Newest first. `mine=true` needs a session or a token; without one the call fails with `unauthenticated`.',
    access: 'anyone',
    query: listTournamentsQuery,
    responses: { 200: tournamentPage },
    errors: ['unauthenticated'],
  }),
  getTournament: endpoint('getTournament', {
    tag: 'Tournaments',
    summary: 'Get a tournament',
    description: 'The organiser’s own request also gets `inviteUrl`, with the scope `tournament:write`.',
    access: 'anyone',
    params: idParams,
    responses: { 200: tournamentSchema },
    errors: ['not-found'],
  }),
  listTournamentEntries: endpoint('listTournamentEntries', {
    tag: 'Tournaments',
    summary: 'List the entrants',
    description: 'In the order of entry.',
    access: 'anyone',
    params: idParams,
    query: pages,
    responses: { 200: tournamentEntryPage },
    errors: ['not-found'],
  }),
  enterTournament: endpoint('enterTournament', {
    tag: 'Tournaments',
    summary: 'Enter a tournament',
    description:
      'Fails with `entries-closed` once it has started, `already-entered`, `tournament-full`, `wrong-kind` (people and bots do not play in the same tournament), `rating-out-of-range`, and `forbidden` without the code of a tournament by invitation.',
    access: 'tournament:write',
    params: idParams,
    body: enterTournamentBody,
    responses: { 201: tournamentEntrySchema },
    errors: [
      'forbidden',
      'restricted',
      'not-found',
      'entries-closed',
      'already-entered',
      'tournament-full',
      'wrong-kind',
      'rating-out-of-range',
    ],
  }),
  withdrawFromTournament: endpoint('withdrawFromTournament', {
    tag: 'Tournaments',
    summary: 'Leave a tournament',
    description:
      'Before the start this removes your entry. After it your running games are lost by `forfeit`. If you had finished fewer than half of your games in the stage, all of them are struck from the table. Fails with `not-found` if you have not entered, and `conflict` if the tournament is over.',
    access: 'tournament:write',
    params: idParams,
    responses: { 204: 'Left' },
    errors: ['not-found', 'conflict'],
  }),
  removeFromTournament: endpoint('removeFromTournament', {
    tag: 'Tournaments',
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
    tag: 'Tournaments',
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
    tag: 'Tournaments',
    summary: 'Cancel a tournament',
    description: 'For the organiser and admins, before the start. Fails with `conflict` after it.',
    access: 'tournament:write',
    params: idParams,
    body: emptyBody,
    responses: { 200: tournamentSchema },
    errors: ['not-found', 'forbidden', 'conflict'],
  }),
  announceToEntrants: endpoint('announceToEntrants', {
    tag: 'Tournaments',
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
    tag: 'Tournaments',
    summary: 'Get the tables of a stage',
    description:
      'Order: points, Sonneborn-Berger, wins, points in the games among those still tied; otherwise players share a place. Where a place must be decided, the higher rating at the start counts, then the earlier entry. Without groups before the start. To poll it, send the `ETag` of the last response as `If-None-Match`: you get 304 while nothing has changed. Fails with `not-found` if there is no such stage.',
    access: 'anyone',
    cacheable: true,
    params: idParams,
    query: standingsQuery,
    responses: { 200: standingsSchema },
    errors: ['not-found'],
  }),
  listTournamentGames: endpoint('listTournamentGames', {
    tag: 'Tournaments',
    summary: 'List the games of a tournament',
    description: 'In the order in which they were started.',
    access: 'anyone',
    params: idParams,
    query: pages,
    responses: { 200: gamePage },
    errors: ['not-found'],
  }),
  listTournamentLog: endpoint('listTournamentLog', {
    tag: 'Tournaments',
    summary: 'Read the log of a tournament',
    description: 'Everything that happened in it but the games, newest first.',
    access: 'anyone',
    params: idParams,
    query: pages,
    responses: { 200: tournamentLogPage },
    errors: ['not-found'],
  }),
}
