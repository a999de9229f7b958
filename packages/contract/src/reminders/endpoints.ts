import { endpointsOf } from '../endpoint.ts'
import {
  remindersSchema,
  setRemindersBody,
  unsubscribeBody,
  unsubscribedSchema,
  unsubscribeParams,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Notifications' })

export const REMINDER_ENDPOINTS = {
  getReminders: endpoint('getReminders', {
    summary: 'Get your reminders and mail settings',
    description:
      'A new account has one reminder, a day before each deadline. Mail that falls into your quiet hours is sent when they end. Bots get no reminders.',
    access: 'account:read',
    responses: { 200: remindersSchema },
  }),
  setReminders: endpoint('setReminders', {
    summary: 'Set your reminders and mail settings',
    description:
      'Replaces all settings. A reminder that was already sent for the current turn is not sent again. If the time of day of a new digest has already passed, the first digest comes tomorrow.',
    access: 'account:write',
    body: setRemindersBody,
    responses: { 200: remindersSchema },
  }),
  unsubscribe: endpoint('unsubscribe', {
    summary: 'Unsubscribe from a kind of mail',
    description:
      'One-click unsubscribe by the link in the `List-Unsubscribe` header of a mail (RFC 8058): no login, and a form with the single field `List-Unsubscribe=One-Click`. Repeating it changes nothing. Unsubscribing from reminder mails keeps the notifications; unsubscribing from the digest switches off the single mails too. A browser that opens the link (`GET`) gets a page with a button. Fails with `link-expired` if the link is invalid.',
    access: 'anyone',
    anyOrigin: true,
    form: true,
    params: unsubscribeParams,
    body: unsubscribeBody,
    responses: { 200: unsubscribedSchema },
    errors: ['link-expired'],
  }),
}
