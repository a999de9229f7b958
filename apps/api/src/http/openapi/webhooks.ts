import { EVENT_EXAMPLES } from '@tegenzet/contract'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
})

/** The calls to webhooks in the document. */
export const WEBHOOKS = {
  event: {
    post: {
      operationId: 'webhookEvent',
      tags: ['Webhooks'],
      summary: 'Receive an event',
      description:
        'The server sends this request to your URL. The body is the same JSON as on the live channel, or a ping. Calls are signed as described by [Standard Webhooks](https://www.standardwebhooks.com): verify the signature over the exact bytes of the body, reject timestamps that are more than five minutes off, and drop IDs that you have seen. Answer with 2xx within a few seconds, before you process the event. Redirects are not followed.',
      security: [],
      parameters: [
        header('webhook-id', 'ID of this event for this webhook, the same for every attempt', 'msg_7304'),
        header('webhook-timestamp', 'When the call was sent, in seconds since 1970', '1795424400'),
        header(
          'webhook-signature',
          '`v1,` and the base64-encoded HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, with the decoded secret as the key. For a day after a rotation there are two signatures, separated by a space',
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
        '2XX': { description: 'Received' },
        410: { description: 'The webhook is no longer wanted. The server disables it at once' },
        default: {
          description: 'Not received. The server repeats the call with increasing delays for about a day',
        },
      },
    },
  },
}
