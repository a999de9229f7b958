import type { Account } from '@tegenzet/contract'
import { hasRole } from '@tegenzet/contract/roles'
import { type Call, call } from './call.ts'

/** The count of open cases stops here; the header then shows "100+". */
export const MAX_QUEUED = 100

export const openClaims = () => call('listClaimQueue', { query: { status: 'open', limit: MAX_QUEUED } })
export const openReports = () => call('listReportQueue', { query: { status: 'open', limit: MAX_QUEUED } })
export const openAppeals = () => call('listAppeals', { query: { status: 'open', limit: MAX_QUEUED } })

/** What the header counts. */
export const queuesFor = (account: Account | null): Call[] => [
  ...(hasRole(account, 'arbiter') ? [openClaims()] : []),
  ...(hasRole(account, 'moderator') ? [openReports(), openAppeals()] : []),
]

export const claimList = (status: 'open' | 'ruled', cursor?: string) =>
  call('listClaimQueue', { query: { status, cursor } })
export const reportList = (status: 'open' | 'ruled', cursor?: string) =>
  call('listReportQueue', { query: { status, cursor } })
export const appealList = (status: 'open' | 'decided', cursor?: string) =>
  call('listAppeals', { query: { status, cursor } })
export const noticeList = (status: 'open' | 'decided', cursor?: string) =>
  call('listContentReports', { query: { status, cursor } })
/** @param sought undefined: all */
export const accountsFound = (sought?: string, cursor?: string) =>
  call('searchAccounts', { query: { q: sought, cursor } })
/** @param player undefined: all of them */
export const actsAbout = (player?: string, cursor?: string) =>
  call('listAdminActs', { query: { cursor, player } })

export const accountReview = (username: string) => call('reviewAccount', { params: { username } })
export const claimReview = (id: number) => call('reviewClaim', { params: { id } })
export const reportReview = (id: number) => call('reviewReport', { params: { id } })

/** Which of a queue's two lists an address shows. */
export const readQueue = (query: URLSearchParams): 'open' | 'ruled' =>
  query.get('show') === 'ruled' ? 'ruled' : 'open'
