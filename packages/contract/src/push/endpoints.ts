import { endpointsOf } from '../endpoint.ts'
import {
  addPushSubscriptionBody,
  pushSubscriptionSchema,
  pushSubscriptionsSchema,
  removePushSubscriptionBody,
} from './schemas.ts'

const endpoint = endpointsOf({ tag: 'Notifications', access: 'session' })

export const PUSH_ENDPOINTS = {
  listPushSubscriptions: endpoint('listPushSubscriptions', {
    summary: 'List the browsers that show your notifications',
    description:
      'Newest first, with the key that a browser needs to subscribe (Web Push, RFC 8030 and 8292).',
    responses: { 200: pushSubscriptionsSchema },
  }),
  addPushSubscription: endpoint('addPushSubscription', {
    summary: 'Show notifications in this browser',
    description:
      'Takes what `PushSubscription.toJSON()` returns. The subscription belongs to the session and ends with it; a session has one, so sending it again changes nothing. Messages are encrypted for the browser (RFC 8291), come after quiet hours and days off, and not at all once they are seen or no longer true; reminders come on days off too, and in quiet hours if the deadline is before their end. An address that answers 404 or 410 is removed; one that answers 401 or 403 for two days too, with a notification `push-broken` and a mail. Fails with `url-refused` if the endpoint is not a public https address.',
    body: addPushSubscriptionBody,
    responses: { 201: pushSubscriptionSchema },
    errors: ['url-refused'],
  }),
  removePushSubscription: endpoint('removePushSubscription', {
    summary: 'Stop notifications in a browser',
    description: 'Removes your subscription with this endpoint, on whichever device.',
    body: removePushSubscriptionBody,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
}
