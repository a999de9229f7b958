import { z } from 'zod'
import { emptyBody, idParams, pageQuery, wholeNumber } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  createWebhookBody,
  deliveryDetailSchema,
  deliveryPage,
  deliverySchema,
  updateWebhookBody,
  webhookPage,
  webhookSchema,
  webhookWithSecretSchema,
} from '../webhooks.ts'

const pages = z.strictObject(pageQuery)
const deliveryParams = idParams.extend({
  delivery: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The delivery’s number'),
})

/** URLs of yours that are called with what concerns you. */
export const WEBHOOK_ENDPOINTS = {
  createWebhook: endpoint('createWebhook', {
    tag: 'Webhooks',
    summary: 'Make a webhook',
    description:
      'From now on the URL is sent, by signed `POST`, every event that concerns you: the very JSON of the live channel. Calls are signed as [Standard Webhooks](https://www.standardwebhooks.com) says, with the secret that is shown this once; one that is not answered with 2xx is repeated for a day, after growing pauses. A webhook made with a token hears what the token’s scopes cover and ends with it. A token sees and changes the webhooks it made itself, a session all of them.',
    access: 'game:read',
    body: createWebhookBody,
    responses: { 201: webhookWithSecretSchema },
    errors: ['url-refused', 'limit-reached'],
  }),
  listWebhooks: endpoint('listWebhooks', {
    tag: 'Webhooks',
    summary: 'Your webhooks',
    description: 'Newest first, without their secrets.',
    access: 'game:read',
    query: pages,
    responses: { 200: webhookPage },
    errors: [],
  }),
  getWebhook: endpoint('getWebhook', {
    tag: 'Webhooks',
    summary: 'One webhook',
    description: 'With how it fares.',
    access: 'game:read',
    params: idParams,
    responses: { 200: webhookSchema },
    errors: ['not-found'],
  }),
  updateWebhook: endpoint('updateWebhook', {
    tag: 'Webhooks',
    summary: 'Change a webhook, disable or enable it',
    description:
      'Changes what is named and leaves the rest. Disabling gives up what is still to be sent. One whose token has expired cannot be enabled.',
    access: 'game:read',
    params: idParams,
    body: updateWebhookBody,
    responses: { 200: webhookSchema },
    errors: ['not-found', 'conflict', 'url-refused'],
  }),
  deleteWebhook: endpoint('deleteWebhook', {
    tag: 'Webhooks',
    summary: 'Remove a webhook',
    description: 'With its deliveries. Nothing more is sent.',
    access: 'game:read',
    params: idParams,
    responses: { 204: 'Removed' },
    errors: ['not-found'],
  }),
  pingWebhook: endpoint('pingWebhook', {
    tag: 'Webhooks',
    summary: 'Try a webhook',
    description:
      'Sends `{ "type": "ping", "webhook": … }`, signed as every call is, as soon as can be. What became of it stands in the delivery.',
    access: 'game:read',
    params: idParams,
    body: emptyBody,
    responses: { 201: deliverySchema },
    errors: ['not-found', 'conflict'],
  }),
  rotateWebhookSecret: endpoint('rotateWebhookSecret', {
    tag: 'Webhooks',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours calls are signed with both, the new one first, so that receivers can be told in turn.',
    access: 'game:read',
    params: idParams,
    body: emptyBody,
    responses: { 200: webhookWithSecretSchema },
    errors: ['not-found'],
  }),
  listDeliveries: endpoint('listDeliveries', {
    tag: 'Webhooks',
    summary: 'What a webhook was sent',
    description: 'Newest first; kept for 7 days.',
    access: 'game:read',
    params: idParams,
    query: pages,
    responses: { 200: deliveryPage },
    errors: ['not-found'],
  }),
  getDelivery: endpoint('getDelivery', {
    tag: 'Webhooks',
    summary: 'One delivery',
    description: 'With what is sent and every attempt.',
    access: 'game:read',
    params: deliveryParams,
    responses: { 200: deliveryDetailSchema },
    errors: ['not-found'],
  }),
  resendDelivery: endpoint('resendDelivery', {
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'As soon as can be, whatever became of it, with the same `webhook-id`; of one that is pending it is the next attempt. Up to 50 attempts in all.',
    access: 'game:read',
    params: deliveryParams,
    body: emptyBody,
    responses: { 200: deliverySchema },
    errors: ['not-found', 'conflict', 'limit-reached'],
  }),
}
