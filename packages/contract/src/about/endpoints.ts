import { endpoint } from '../endpoint.ts'
import { aboutSchema, getWelcomeQuery, welcomeSchema } from './schemas.ts'

export const ABOUT_ENDPOINTS = {
  getAbout: endpoint('getAbout', {
    tag: 'Server',
    summary: 'Get information about the server',
    description:
      'The name, address and version of this server, its rule sets, and what its host has switched on.',
    access: 'anyone',
    responses: { 200: aboutSchema },
    errors: [],
  }),
  getWelcome: endpoint('getWelcome', {
    tag: 'Server',
    summary: 'Get what the host says to visitors',
    description: 'On the home page. Fails with `not-found` if the host has written nothing.',
    access: 'anyone',
    query: getWelcomeQuery,
    responses: { 200: welcomeSchema },
    errors: ['not-found'],
  }),
}
