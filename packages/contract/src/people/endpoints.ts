import { endpointsOf } from '../endpoint.ts'
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

const endpoint = endpointsOf({ tag: 'People' })

export const PEOPLE_ENDPOINTS = {
  searchPlayers: endpoint('searchPlayers', {
    summary: 'Search players by name',
    description:
      'Players and bots whose username contains `query`: first those whose username starts with it, in alphabetical order, then, if `query` has two characters or more, those that have it further on. Upper and lower case do not matter. Guests and closed accounts are left out.',
    access: 'reader',
    query: searchPlayersQuery,
    responses: { 200: playerPage },
  }),
  getStatistics: endpoint('getStatistics', {
    summary: 'Get a player’s statistics',
    description:
      'Results, opponents, openings and activity, computed from the player’s latest games without hints, and trophies. Fails with `not-found` if there is no such player, or if the account is closed.',
    access: 'reader',
    params: playerParams,
    responses: { 200: statisticsSchema },
    errors: ['not-found'],
  }),
  listBlocks: endpoint('listBlocks', {
    summary: 'List the players you have blocked',
    description: 'Newest first. Nobody else can see the list.',
    access: 'account:read',
    guests: true,
    query: listPeopleQuery,
    responses: { 200: blockPage },
  }),
  block: endpoint('block', {
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
    summary: 'Unblock a player',
    description: 'Succeeds also if the player was not blocked.',
    access: 'account:write',
    guests: true,
    params: playerParams,
    responses: { 204: 'Not blocked' },
    errors: ['not-found'],
  }),
  listFavourites: endpoint('listFavourites', {
    summary: 'List your favourite players',
    description:
      'Newest first, each with their open challenges that you can accept and the number of running games between you. Nobody else can see the list.',
    access: 'account:read',
    query: listPeopleQuery,
    responses: { 200: favouritePage },
  }),
  addFavourite: endpoint('addFavourite', {
    summary: 'Add a player to your favourites',
    description:
      'The player is not notified. Succeeds also if the player was already a favourite. Fails with `player-blocked` if you have blocked the player, `yourself` if the player is you, and `limit-reached` if you have too many favourites.',
    access: 'account:write',
    params: playerParams,
    responses: { 200: favouriteSchema },
    errors: ['not-found', 'player-blocked', 'yourself', 'limit-reached'],
  }),
  removeFavourite: endpoint('removeFavourite', {
    summary: 'Remove a player from your favourites',
    description: 'Succeeds also if the player was not a favourite.',
    access: 'account:write',
    params: playerParams,
    responses: { 204: 'Not a favourite' },
    errors: ['not-found'],
  }),
  getRelation: endpoint('getRelation', {
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
