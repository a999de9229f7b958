import type { PushSubscription } from './schemas.ts'

const endpoint = 'https://push.example/send/fEi4Kx2ZpQ0'
const subscription: PushSubscription = {
  endpoint,
  browser: 'Firefox',
  system: 'Android',
  name: null,
  current: true,
  createdAt: '2026-11-22T12:00:00.000Z',
  refusedSince: null,
}

export const PUSH_EXAMPLES = {
  listPushSubscriptions: {
    response: {
      publicKey: 'BLVYfgXBd5g1Ws0bPLQJWDQ3nnuZUMHSj9lHpBRNMWLRKZ7EAP1O0SVMCvMIXMfNvFAVGHUGTWxDQ6vu2wtzqLE',
      items: [subscription],
    },
  },
  addPushSubscription: {
    body: {
      endpoint,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
    response: subscription,
  },
  removePushSubscription: { body: { endpoint } },
}
