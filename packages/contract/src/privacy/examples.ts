import { account } from '../people/example-players.ts'
import type { AccountExport } from './schemas.ts'

const pending: AccountExport = {
  state: 'pending',
  requestedAt: '2026-11-21T08:00:00.000Z',
  readyAt: null,
  expiresAt: null,
  bytes: null,
  url: null,
}

export const PRIVACY_EXAMPLES = {
  deleteAccount: { response: { ...account, deletesAt: '2026-11-28T08:00:00.000Z' } },
  undoDeletion: { response: account },
  redeemUndoDeletion: {
    body: { token: '12.1795853600000.mGk3V0cYq1Zb7sXfJt5LwRd9uHn2pEo8aTi6vKx4yQs' },
    response: { username: account.username },
  },
  requestExport: { response: pending },
  getExport: {
    response: {
      ...pending,
      state: 'ready' as const,
      readyAt: '2026-11-21T08:00:07.000Z',
      expiresAt: '2026-11-24T08:00:07.000Z',
      bytes: 48_213,
      url: '/api/v1/account/export/download',
    },
  },
  downloadExport: { response: 'PK…' },
}
