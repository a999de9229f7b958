import { type AccountExport, OPERATIONS } from '@tegenzet/contract'
import type { AccountExportModel } from '@tegenzet/db'

export const exportView = (row: AccountExportModel): AccountExport => {
  const isReady = row.state === 'ready'
  return {
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    bytes: isReady ? row.bytes : null,
    url: isReady ? OPERATIONS.downloadExport.path : null,
  }
}

export const NO_EXPORT: AccountExport = {
  state: 'none',
  requestedAt: null,
  readyAt: null,
  expiresAt: null,
  bytes: null,
  url: null,
}
