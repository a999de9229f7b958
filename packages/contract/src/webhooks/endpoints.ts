import { z } from 'zod'
import { emptyBody, idParams, pageQuery, wholeNumber } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import {
  createWebhookBody,
  deliveryDetailSchema,
  deliveryPage,
  deliverySchema,
  updateWebhookBody,
  webhookPage,
  webhookSchema,
  webhookWithSecretSchema,
} from './schemas.ts'

const pages = z.strictObject(pageQuery)
const deliveryParams = idParams.extend({
  delivery: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The `id` of the delivery'),
})

const endpoint = endpointsOf({ tag: 'Webhooks', access: 'game:read', feature: 'webhooks' })

export const WEBHOOK_ENDPOINTS = {
  createWebhook: endpoint('createWebhook', {
    summary: 'Create a webhook',
    description: `Sends every event about you to the URL as a signed \`POST\`, from now on. The body is the same JSON as on the live channel. Calls are signed as described by [Standard Webhooks](https://www.standardwebhooks.com) with the secret in this response, which is returned only here. A call that is not answered with 2xx is repeated for about a day with increasing delays.

A webhook created with a token receives the events covered by the token’s scopes and ends with the token. A token can see and change only the webhooks it created; a session, all of yours. Fails with \`use-a-channel\` for an address of Discord, Slack, ntfy.sh or Telegram, which understand no events (see \`createChannel\`), with \`url-refused\` if the URL is not allowed, and with \`limit-reached\` if you have too many webhooks.`,
    begins: true,
    proof: true,
    body: createWebhookBody,
    responses: { 201: webhookWithSecretSchema },
    errors: ['use-a-channel', 'url-refused', 'limit-reached'],
  }),
  listWebhooks: endpoint('listWebhooks', {
    summary: 'List your webhooks',
    description: 'Newest first, without their secrets.',
    query: pages,
    responses: { 200: webhookPage },
  }),
  getWebhook: endpoint('getWebhook', {
    summary: 'Get a webhook',
    description: 'A webhook with its state and the times of its last success and failure.',
    params: idParams,
    responses: { 200: webhookSchema },
    errors: ['not-found'],
  }),
  updateWebhook: endpoint('updateWebhook', {
    summary: 'Update, disable or enable a webhook',
    description:
      'Changes the given fields and leaves the others. Disabling drops the calls that are still pending. Fails with `conflict` if you enable a webhook whose token has expired: create a new one with another token. A new `url` fails with `proof-needed`, like `createWebhook`.',
    params: idParams,
    body: updateWebhookBody,
    responses: { 200: webhookSchema },
    errors: ['not-found', 'conflict', 'use-a-channel', 'url-refused', 'proof-needed'],
  }),
  deleteWebhook: endpoint('deleteWebhook', {
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and its deliveries. Nothing more is sent.',
    params: idParams,
    responses: { 204: 'Deleted' },
    errors: ['not-found'],
  }),
  pingWebhook: endpoint('pingWebhook', {
    summary: 'Test a webhook',
    description:
      'Sends a signed `{ "type": "ping", "webhook": … }` as soon as possible. Get the returned delivery with `getDelivery` to see the result. Fails with `conflict` if the webhook is disabled.',
    begins: true,
    params: idParams,
    body: emptyBody,
    responses: { 201: deliverySchema },
    errors: ['not-found', 'conflict'],
  }),
  rotateWebhookSecret: endpoint('rotateWebhookSecret', {
    summary: 'Replace a webhook’s secret',
    description:
      'Returns a new secret. For 24 hours calls are signed with both secrets, the new one first, so that you can update your receivers one by one.',
    proof: true,
    params: idParams,
    body: emptyBody,
    responses: { 200: webhookWithSecretSchema },
    errors: ['not-found'],
  }),
  listDeliveries: endpoint('listDeliveries', {
    summary: 'List a webhook’s deliveries',
    description: 'Newest first. Deliveries are kept for 7 days.',
    params: idParams,
    query: pages,
    responses: { 200: deliveryPage },
    errors: ['not-found'],
  }),
  getDelivery: endpoint('getDelivery', {
    summary: 'Get a delivery',
    description: 'A delivery with its request body and all attempts.',
    params: deliveryParams,
    responses: { 200: deliveryDetailSchema },
    errors: ['not-found'],
  }),
  resendDelivery: endpoint('resendDelivery', {
    summary: 'Resend a delivery',
    description:
      'Sends a delivery again as soon as possible, in any state, with the same `webhook-id`. For a pending delivery this is the next attempt. Fails with `conflict` if the webhook is disabled or the delivery is being sent right now, and with `limit-reached` after 50 attempts.',
    begins: true,
    params: deliveryParams,
    body: emptyBody,
    responses: { 200: deliverySchema },
    errors: ['not-found', 'conflict', 'limit-reached'],
  }),
}
