import { z } from 'zod'
import { idParams, pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { mailDetailSchema, mailPage } from '../mails.ts'

/** What the server mails, for who runs it. */
export const MAIL_ENDPOINTS = {
  listMails: endpoint('listMails', {
    tag: 'Admin',
    summary: 'Mails of this server',
    description: 'Newest first, for 30 days. For admins, logged in: mails have links that let people in.',
    access: 'session',
    query: z.strictObject(pageQuery),
    responses: { 200: mailPage },
    errors: [],
  }),
  getMail: endpoint('getMail', {
    tag: 'Admin',
    summary: 'One mail',
    description:
      'With what it says, until it is sent. A server that sends no mail keeps it as long as its link can be used, so that who runs the server can pass it on.',
    access: 'session',
    params: idParams,
    responses: { 200: mailDetailSchema },
    errors: ['not-found'],
  }),
}
