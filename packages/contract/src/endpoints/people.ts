import { endpoint } from '../endpoint.ts'
import {
  blockPage,
  blockSchema,
  favouritePage,
  favouriteSchema,
  listPeopleQuery,
  playerParams,
  relationSchema,
} from '../people.ts'

/** Whom one likes to play, and whom one wants to hear nothing of. */
export const PEOPLE_ENDPOINTS = {
  listBlocks: endpoint('listBlocks', {
    tag: 'People',
    summary: 'Players you have blocked',
    description: 'Newest first. Nobody else sees the list.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: blockPage },
    errors: [],
  }),
  block: endpoint('block', {
    tag: 'People',
    summary: 'Block a player',
    description:
      'Neither of you can challenge the other, accept the other’s challenges, ask for a rematch or write to the other, and open challenges of one are not shown to the other; running games go on. Challenges between you that are open are declined or withdrawn, and the player is no longer a favourite. They are not told. The same where they were blocked already.',
    access: 'account:write',
    params: playerParams,
    responses: { 200: blockSchema },
    errors: ['not-found', 'yourself', 'limit-reached'],
  }),
  unblock: endpoint('unblock', {
    tag: 'People',
    summary: 'Unblock a player',
    description: 'The same where they were not blocked.',
    access: 'account:write',
    params: playerParams,
    responses: { 204: 'Not blocked' },
    errors: ['not-found'],
  }),
  listFavourites: endpoint('listFavourites', {
    tag: 'People',
    summary: 'Your favourite players',
    description:
      'Newest first, each with the challenges of theirs that you could accept and how many games the two of you are playing. Nobody else sees the list.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: favouritePage },
    errors: [],
  }),
  addFavourite: endpoint('addFavourite', {
    tag: 'People',
    summary: 'Make a player a favourite',
    description: 'They are not told. The same where they were one already.',
    access: 'account:write',
    params: playerParams,
    responses: { 200: favouriteSchema },
    errors: ['not-found', 'player-blocked', 'yourself', 'limit-reached'],
  }),
  removeFavourite: endpoint('removeFavourite', {
    tag: 'People',
    summary: 'Take a player off your favourites',
    description: 'The same where they were none.',
    access: 'account:write',
    params: playerParams,
    responses: { 204: 'Not a favourite' },
    errors: ['not-found'],
  }),
  getRelation: endpoint('getRelation', {
    tag: 'People',
    summary: 'What a player is to you',
    description: 'Whether you have made them a favourite, or blocked them.',
    access: 'account:read',
    params: playerParams,
    responses: { 200: relationSchema },
    errors: ['not-found'],
  }),
}
