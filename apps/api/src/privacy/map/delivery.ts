import { type Persons, table } from './table.ts'

const ofAccount = ({ accountId }: Persons) => ({ accountId })

/** What the server has told a person and their programs. */
export const DELIVERY_TABLES = {
  Mail: table(
    'Mail',
    {
      copied: [
        ...['id', 'accountId', 'kind', 'recipient', 'subject', 'state', 'attempts', 'nextAt', 'expiresAt'],
        ...['error', 'sentAt', 'createdAt', 'gameId', 'ply'],
      ] as const,
      // their links give access
      secret: ['text', 'html'],
      other: ['key', 'notificationId'],
    },
    { list: 'mails', rows: ofAccount, erasure: 'delete' },
  ),
  Notification: table(
    'Notification',
    { copied: ['id', 'accountId', 'kind', 'params', 'gameId', 'createdAt', 'readAt'], other: ['key'] },
    { list: 'notifications', rows: ofAccount, erasure: 'delete' },
  ),
  Delivery: table(
    'Delivery',
    {
      copied: ['id', 'webhookId', 'type', 'state', 'attempts', 'log', 'nextAttemptAt', 'createdAt'],
      repeated: ['eventId', 'body'],
    },
    {
      list: 'webhookDeliveries',
      rows: ({ accountId }) => ({ webhook: { accountId } }),
      erasure: 'delete',
    },
  ),
  Webhook: table(
    'Webhook',
    {
      copied: [
        ...['id', 'accountId', 'tokenId', 'connectionId', 'url', 'types', 'description', 'oldUntil'],
        ...['disabledReason', 'createdAt', 'lastDeliveryAt', 'failingSince'],
      ] as const,
      secret: ['nonce', 'oldNonce'],
    },
    { list: 'webhooks', rows: ofAccount, erasure: 'delete' },
  ),
  PushSubscription: table(
    'PushSubscription',
    {
      copied: ['id', 'accountId', 'sessionId', 'createdAt', 'refusedSince'],
      repeated: ['shown'],
      secret: ['endpoint', 'p256dh', 'auth'],
    },
    { list: 'pushSubscriptions', rows: ofAccount, erasure: 'delete' },
  ),
  Channel: table(
    'Channel',
    {
      copied: [
        ...[
          'id',
          'accountId',
          'format',
          'shortened',
          'kinds',
          'failures',
          'retryAt',
          'refusedSince',
          'brokenAt',
        ],
        ...['lastStatus', 'lastError', 'lastDetail', 'lastSentAt', 'createdAt'],
      ] as const,
      secret: ['address'],
      other: ['clubId'],
    },
    { list: 'channels', rows: ofAccount, erasure: 'delete' },
  ),
  // what notifications and games say
  ChannelMessage: table(
    'ChannelMessage',
    { repeated: ['subject'], other: ['id', 'channelId', 'createdAt'] },
    { list: null, rows: ({ accountId }) => ({ channel: { accountId } }), erasure: 'delete' },
  ),
  PushKeys: table('PushKeys', { secret: ['privateKey'], other: ['id', 'publicKey', 'createdAt'] }),
  // copies of rows of other tables, deleted after a week
  Event: table('Event', {
    repeated: ['playerIds', 'actorId', 'payload', 'gameId', 'version'],
    other: ['id', 'type', 'createdAt'],
  }),
}
