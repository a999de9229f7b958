import { endpointsOf } from '../endpoint.ts'
import { aboutSchema, getWelcomeQuery, welcomeSchema } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Server', access: 'anyone' })

export const ABOUT_ENDPOINTS = {
  getAbout: endpoint('getAbout', {
    summary: 'Get information about the server',
    description:
      'The name, address and version of this server, its rule sets, and what its host has switched on.',
    responses: { 200: aboutSchema },
  }),
  getWelcome: endpoint('getWelcome', {
    summary: 'Get what the host says to visitors',
    description: 'On the home page. Fails with `not-found` if the host has written nothing.',
    query: getWelcomeQuery,
    responses: { 200: welcomeSchema },
    errors: ['not-found'],
  }),
}
