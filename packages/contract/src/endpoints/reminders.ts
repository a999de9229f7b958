import { endpoint } from '../endpoint.ts'
import {
  remindersSchema,
  setRemindersBody,
  unsubscribeBody,
  unsubscribedSchema,
  unsubscribeParams,
} from '../reminders.ts'

/** Being reminded of deadlines, and told of what happens by mail. */
export const REMINDER_ENDPOINTS = {
  getReminders: endpoint('getReminders', {
    tag: 'Notices',
    summary: 'What you are reminded of, and told by mail',
    description:
      'A new account is reminded a day before a deadline. Within your quiet hours nothing is mailed: it waits for their end. Of bots nobody is reminded.',
    access: 'account:read',
    responses: { 200: remindersSchema },
    errors: [],
  }),
  setReminders: endpoint('setReminders', {
    tag: 'Notices',
    summary: 'Set what you are reminded of, and told by mail',
    description:
      'All of it anew. A reminder that has come for a turn does not come again for it. A digest that is set to a time of day that is over begins tomorrow.',
    access: 'account:write',
    body: setRemindersBody,
    responses: { 200: remindersSchema },
    errors: [],
  }),
  unsubscribe: endpoint('unsubscribe', {
    tag: 'Notices',
    summary: 'Have no more mails of a kind',
    description:
      'By the link in a mail’s `List-Unsubscribe` header, as RFC 8058 says: without logging in, with a form whose one field is `List-Unsubscribe=One-Click`. However often it is sent, it is done once. Of reminders the notices still come; without the digest no single mails come either. `GET` shows people a page that asks first.',
    access: 'anyone',
    anyOrigin: true,
    form: true,
    params: unsubscribeParams,
    body: unsubscribeBody,
    responses: { 200: unsubscribedSchema },
    errors: ['link-expired'],
  }),
}
