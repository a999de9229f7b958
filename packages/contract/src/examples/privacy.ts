import type { AccountExport } from '../privacy.ts'

const pending: AccountExport = {
  state: 'pending',
  requestedAt: '2026-11-21T08:00:00.000Z',
  readyAt: null,
  expiresAt: null,
  bytes: null,
  url: null,
}

export const PRIVACY_EXAMPLES = {
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
