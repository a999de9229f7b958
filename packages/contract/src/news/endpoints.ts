import { idParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { listNewsQuery, newsBody, newsPage, newsSchema } from './schemas.ts'

export const NEWS_ENDPOINTS = {
  listNews: endpoint('listNews', {
    tag: 'Server',
    summary: 'List the news of this server',
    description: 'What the admins have published, newest first.',
    access: 'reader',
    feature: 'news',
    query: listNewsQuery,
    responses: { 200: newsPage },
    errors: [],
  }),
  publishNews: endpoint('publishNews', {
    tag: 'Admin',
    summary: 'Publish news',
    description: 'Everybody can read it at once, in their language if it has one.',
    access: 'session',
    feature: 'news',
    begins: true,
    roles: ['admin'],
    body: newsBody,
    responses: { 201: newsSchema },
    errors: [],
  }),
  changeNews: endpoint('changeNews', {
    tag: 'Admin',
    summary: 'Change news',
    description: 'Replaces all texts.',
    access: 'session',
    feature: 'news',
    roles: ['admin'],
    params: idParams,
    body: newsBody,
    responses: { 200: newsSchema },
    errors: ['not-found'],
  }),
  removeNews: endpoint('removeNews', {
    tag: 'Admin',
    summary: 'Remove news',
    description: 'It is deleted. Its title stays in the log of admin acts.',
    access: 'session',
    feature: 'news',
    roles: ['admin'],
    params: idParams,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
}
