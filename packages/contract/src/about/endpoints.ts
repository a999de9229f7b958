import { endpoint } from '../endpoint.ts'
import { aboutSchema } from './schemas.ts'

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
}
