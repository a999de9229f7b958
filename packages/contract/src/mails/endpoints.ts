import { z } from 'zod'
import { idParams, pageQuery } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { mailDetailSchema, mailPage } from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Admin', access: 'session', roles: ['admin'] })

export const MAIL_ENDPOINTS = {
  listMails: endpoint('listMails', {
    summary: 'List the server’s mail',
    description:
      'The mail of the last 30 days, newest first. In a session only, because mail contains links that give access to accounts.',
    query: z.strictObject(pageQuery),
    responses: { 200: mailPage },
  }),
  getMail: endpoint('getMail', {
    summary: 'Get a mail',
    description:
      'Includes the text only on a server without SMTP, as long as the links in it work, so that the host can pass them on. The text of a mail to another admin is never included. Each look is recorded in the log of admin acts.',
    params: idParams,
    responses: { 200: mailDetailSchema },
    errors: ['not-found'],
  }),
}
