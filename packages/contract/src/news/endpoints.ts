import { idParams } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { listNewsQuery, newsBody, newsPage, newsSchema } from './schemas.ts'

const staffEndpoint = endpointsOf({ tag: 'Admin', access: 'session', feature: 'news', roles: ['admin'] })

export const NEWS_ENDPOINTS = {
  listNews: endpointsOf({ tag: 'Server', feature: 'news' })('listNews', {
    summary: 'List the news of this server',
    description: 'What the admins have published, newest first.',
    access: 'reader',
    query: listNewsQuery,
    responses: { 200: newsPage },
  }),
  publishNews: staffEndpoint('publishNews', {
    summary: 'Publish news',
    description: 'Everybody can read it at once, in their language if it has one.',
    begins: true,
    body: newsBody,
    responses: { 201: newsSchema },
  }),
  changeNews: staffEndpoint('changeNews', {
    summary: 'Change news',
    description: 'Replaces all texts.',
    params: idParams,
    body: newsBody,
    responses: { 200: newsSchema },
    errors: ['not-found'],
  }),
  removeNews: staffEndpoint('removeNews', {
    summary: 'Remove news',
    description: 'It is deleted. Its title stays in the log of admin acts.',
    params: idParams,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
}
