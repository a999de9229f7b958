import { EVENT_EXAMPLES } from '@tegenzet/contract'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
})

/** What the server sends to webhooks, in the document. */
export const WEBHOOKS = {
  event: {
    post: {
      operationId: 'webhookEvent',
      tags: ['Webhooks'],
      summary: 'An event, sent to a webhook of yours',
      description:
        'The very JSON of the live channel, or a ping. Signed as [Standard Webhooks](https://www.standardwebhooks.com) says: check the signature over the bytes of the body, refuse a timestamp that is more than five minutes off, and drop ids that you know. Answer 2xx within a few seconds and work afterwards. Redirects are not followed.',
      parameters: [
        header('webhook-id', 'Of this event and this webhook, the same at every attempt', 'msg_7304'),
        header('webhook-timestamp', 'When it was sent: seconds since 1970', '1795424400'),
        header(
          'webhook-signature',
          'Base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` with the secret’s bytes, after `v1,`; two, with a space between, for a day after a rotation',
          'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/WebhookBody' },
            examples: Object.fromEntries(
              Object.entries(EVENT_EXAMPLES).map(([type, value]) => [type, { value }]),
            ),
          },
        },
      },
      responses: {
        '2XX': { description: 'Taken' },
        410: { description: 'The webhook is not wanted any more: it is disabled at once' },
        default: { description: 'Not taken: sent again after growing pauses, for about a day' },
      },
    },
  },
}
