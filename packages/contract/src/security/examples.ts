import type { Mail } from '../mails/schemas.ts'
import { account } from '../people/example-players.ts'
import type { Session } from './schemas.ts'
import type { SecurityEvent } from './security-log.ts'

const token = 'mGk3V0cYq1Zb7sXfJt5LwRd9uHn2pEo8aTi6vKx4yQs'
const link = `https://tegenzet.example/reset-password#${token}`
const email = 'anna@example.net'
const password = 'correct horse battery'

const session: Session = {
  id: 904,
  browser: 'Firefox',
  system: 'Android',
  name: 'my phone',
  createdAt: '2026-11-18T20:12:00.000Z',
  lastUsedAt: '2026-11-21T07:55:00.000Z',
  current: true,
}

const loggedIn: SecurityEvent = {
  id: 20411,
  kind: 'logged-in',
  subject: null,
  browser: 'Firefox',
  system: 'Android',
  network: '203.0.113.0/24',
  at: '2026-11-18T20:12:00.000Z',
}

const mail: Mail = {
  id: 5120,
  kind: 'reset-password',
  username: account.username,
  recipient: 'anna@example.org',
  subject: 'A new password for Tegenzet',
  state: 'waiting',
  attempts: 1,
  nextAttemptAt: '2026-11-21T18:01:00.000Z',
  error: '421 Try again later',
  readable: false,
  createdAt: '2026-11-21T18:00:00.000Z',
  sentAt: null,
}

export const SECURITY_EXAMPLES = {
  changeEmail: { body: { email, password }, response: { delivery: 'mail' as const } },
  requestVerification: { response: { delivery: 'mail' as const } },
  verifyEmail: { body: { token }, response: { username: account.username, email } },
  requestPasswordReset: { body: { name: account.username }, response: { delivery: 'mail' as const } },
  resetPassword: {
    body: { token, password: 'another horse battery' },
    response: { sessionsEnded: 3, tokensRevoked: 1, appsDisconnected: 2, webhooksDeleted: 1 },
  },
  proveIdentity: { body: { password }, response: { validUntil: '2026-11-21T08:05:00.000Z' } },
  listSecurityEvents: { response: { items: [loggedIn], nextCursor: null } },
  reportNotMe: {
    body: { token },
    response: {
      username: account.username,
      token,
      sessionsEnded: 2,
      tokensRevoked: 1,
      appsDisconnected: 2,
      webhooksDeleted: 1,
    },
  },
  revokeAll: { response: { sessionsEnded: 2, tokensRevoked: 1, appsDisconnected: 2, webhooksDeleted: 1 } },
  changePassword: {
    body: { currentPassword: password, newPassword: 'another horse battery' },
    response: { sessionsEnded: 2 },
  },
  listSessions: { response: { items: [session] } },
  nameSession: { body: { name: 'my phone' }, response: session },
  endOtherSessions: { response: { sessionsEnded: 2 } },
  listMails: { response: { items: [mail], nextCursor: null } },
  getMail: {
    response: {
      ...mail,
      state: 'kept' as const,
      attempts: 0,
      nextAttemptAt: null,
      error: null,
      readable: true,
      text: `Hello anna,\n\n${link}\n`,
      html: `<p>Hello anna,</p><p><a href="${link}">…</a></p>`,
    },
  },
}
