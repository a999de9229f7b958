import { endpoint } from '../endpoint.ts'
import {
  blockPage,
  blockSchema,
  favouritePage,
  favouriteSchema,
  listPeopleQuery,
  playerPage,
  playerParams,
  relationSchema,
  searchPlayersQuery,
} from './schemas.ts'
import { statisticsSchema } from './statistics.ts'

export const PEOPLE_ENDPOINTS = {
  searchPlayers: endpoint('searchPlayers', {
    tag: 'People',
    summary: 'Search players by name',
    description:
      'Players and bots whose username contains `query`: first those whose username starts with it, in alphabetical order, then, if `query` has two characters or more, those that have it further on. Upper and lower case do not matter. Guests and closed accounts are left out.',
    access: 'reader',
    query: searchPlayersQuery,
    responses: { 200: playerPage },
    errors: [],
  }),
  getStatistics: endpoint('getStatistics', {
    tag: 'People',
    summary: 'Get a player’s statistics',
    description:
      'Results, opponents, openings and activity, computed from the player’s latest games without hints, and trophies. Fails with `not-found` if there is no such player, or if the account is closed.',
    access: 'reader',
    params: playerParams,
    responses: { 200: statisticsSchema },
    errors: ['not-found'],
  }),
  listBlocks: endpoint('listBlocks', {
    tag: 'People',
    summary: 'List the players you have blocked',
    description: 'Newest first. Nobody else can see the list.',
    access: 'account:read',
    guests: true,
    query: listPeopleQuery,
    responses: { 200: blockPage },
    errors: [],
  }),
  block: endpoint('block', {
    tag: 'People',
    summary: 'Block a player',
    description:
      'Neither of you can then challenge the other, accept the other’s challenges, ask for a rematch or send messages, and you no longer see each other’s open challenges. Running games go on. Open challenges between you are declined or withdrawn, and the player is removed from your favourites. The player is not notified. Succeeds also if the player was already blocked. Fails with `yourself` if the player is you, and with `limit-reached` if you have blocked too many players.',
    access: 'account:write',
    guests: true,
    params: playerParams,
    responses: { 200: blockSchema },
    errors: ['not-found', 'yourself', 'limit-reached'],
  }),
  unblock: endpoint('unblock', {
    tag: 'People',
    summary: 'Unblock a player',
    description: 'Succeeds also if the player was not blocked.',
    access: 'account:write',
    guests: true,
    params: playerParams,
    responses: { 204: 'Not blocked' },
    errors: ['not-found'],
  }),
  listFavourites: endpoint('listFavourites', {
    tag: 'People',
    summary: 'List your favourite players',
    description:
      'Newest first, each with their open challenges that you can accept and the number of running games between you. Nobody else can see the list.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: favouritePage },
    errors: [],
  }),
  addFavourite: endpoint('addFavourite', {
    tag: 'People',
    summary: 'Add a player to your favourites',
    description:
      'The player is not notified. Succeeds also if the player was already a favourite. Fails with `player-blocked` if you have blocked the player, `yourself` if the player is you, and `limit-reached` if you have too many favourites.',
    access: 'account:write',
    params: playerParams,
    responses: { 200: favouriteSchema },
    errors: ['not-found', 'player-blocked', 'yourself', 'limit-reached'],
  }),
  removeFavourite: endpoint('removeFavourite', {
    tag: 'People',
    summary: 'Remove a player from your favourites',
    description: 'Succeeds also if the player was not a favourite.',
    access: 'account:write',
    params: playerParams,
    responses: { 204: 'Not a favourite' },
    errors: ['not-found'],
  }),
  getRelation: endpoint('getRelation', {
    tag: 'People',
    summary: 'Get your relation to a player',
    description:
      'Tells whether the player is one of your favourites, whether you have blocked them, and how your games against them ended.',
    access: 'account:read',
    guests: true,
    params: playerParams,
    responses: { 200: relationSchema },
    errors: ['not-found'],
  }),
}
