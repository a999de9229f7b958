import type { ContentReport, ContentReportStatus } from '../content-reports/schemas.ts'
import { anna, bram, cato } from '../people/example-players.ts'
import type { AccountReview, EngineComparison, FoundAccount, SharedAddress } from '../staff/account-review.ts'
import type { Appeal, QueuedAppeal, Sanction } from './schemas.ts'

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const appeal: Appeal = {
  id: 9,
  by: bram,
  sanction: 41,
  report: null,
  state: 'open',
  decision: null,
  text: 'I was answering an insult.',
  createdAt: '2026-11-23T18:00:00.000Z',
}
export const sanction: Sanction = {
  id: 41,
  player: bram,
  kind: 'mute',
  reason: 'Please stay polite.',
  by: cato,
  createdAt: '2026-11-23T09:00:00.000Z',
  until: '2026-11-30T09:00:00.000Z',
  lifted: null,
  appeal: null,
}
const decision = { by: cato, reason: 'The other player began.', at: '2026-11-24T09:00:00.000Z' }
const appealed: Sanction = { ...sanction, appeal }
const queued: QueuedAppeal = { appeal, target: appealed, report: null, mayDecide: true }
const granted: Appeal = { ...appeal, state: 'granted', decision }
const found: FoundAccount = {
  player: bram,
  createdAt: '2026-10-02T08:00:00.000Z',
  roles: [],
  sanctions: ['mute'],
}
const review: AccountReview = {
  ...found,
  language: 'nl',
  email: 'bram@example.org',
  emailVerified: true,
  managed: false,
  allSanctions: [sanction],
  reports: [],
  reported: { filed: 2, upheld: 1, dismissed: 1 },
  warnings: [],
  claims: [],
  mayImpose: ['restrict', 'close'],
}
const shared: SharedAddress = {
  player: anna,
  addresses: 2,
  sameBrowser: true,
  lastUsedAt: '2026-11-20T19:30:00.000Z',
}
const pendingComparison: EngineComparison = {
  state: 'pending',
  requestedAt: '2026-11-23T18:00:00.000Z',
  requestedBy: cato,
  readyAt: null,
  engineVersion: null,
  outdated: false,
  rules: [],
}
const comparison: EngineComparison = {
  ...pendingComparison,
  state: 'ready',
  readyAt: '2026-11-23T18:02:10.000Z',
  engineVersion: 1,
  rules: [
    {
      rules: 'muehle',
      games: 12,
      player: { moves: 214, agreement: 0.62 },
      opponents: {
        moves: 209,
        agreement: 0.55,
        players: 7,
        quartiles: { lower: 0.49, median: 0.56, upper: 0.61 },
      },
      others: {
        moves: 1480,
        agreement: 0.52,
        players: 31,
        quartiles: { lower: 0.45, median: 0.52, upper: 0.6 },
      },
      exact: {
        player: { moves: 31, agreement: 0.968 },
        opponents: { moves: 27, agreement: 0.741, players: 1, quartiles: null },
        others: {
          moves: 402,
          agreement: 0.712,
          players: 12,
          quartiles: { lower: 0.65, median: 0.71, upper: 0.8 },
        },
      },
    },
  ],
}
const contentStatus: ContentReportStatus = {
  id: 5,
  code: '5.q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE',
  state: 'open',
  decision: null,
  createdAt: '2026-11-23T18:00:00.000Z',
}
const contentReport: ContentReport = {
  id: 5,
  location: 'https://tegenzet.example/games/353379',
  state: 'open',
  decision: null,
  text: 'This message threatens me by name.',
  name: 'Dirk Jansen',
  email: 'dirk@example.org',
  createdAt: contentStatus.createdAt,
}
const text = appeal.text

export const SANCTION_EXAMPLES = {
  searchAccounts: { response: onePage(found) },
  reviewAccount: { response: review },
  findSharedAddresses: {
    body: { reason: 'Two reports of games thrown between these players' },
    response: { items: [shared] },
  },
  requestEngineComparison: {
    body: { reason: 'Report 12: plays at a much higher level since October' },
    response: pendingComparison,
  },
  getEngineComparison: { response: comparison },
  imposeSanction: {
    body: { kind: sanction.kind, reason: sanction.reason, days: 7 },
    response: sanction,
  },
  liftSanction: {
    body: { reason: decision.reason },
    response: { ...sanction, lifted: decision },
  },
  listSanctions: { response: onePage(sanction) },
  fileAppeal: { body: { sanction: sanction.id, text }, response: appeal },
  listOwnAppeals: { response: onePage(granted) },
  listRulingsAboutYou: {
    response: onePage({
      report: 12,
      reportReason: 'abuse' as const,
      reason: 'Please stay polite.',
      by: cato,
      warned: true,
      at: '2026-11-23T09:00:00.000Z',
    }),
  },
  reportContent: {
    body: {
      location: 'https://tegenzet.example/games/353379',
      text: 'This message threatens me by name.',
      name: 'Dirk Jansen',
      email: 'dirk@example.org',
      inGoodFaith: true as const,
    },
    response: contentStatus,
  },
  getContentReport: { response: contentStatus },
  listContentReports: { response: onePage(contentReport) },
  decideContentReport: {
    body: { verdict: 'upheld' as const, reason: 'The message was a threat. Its author is muted.' },
    response: {
      ...contentReport,
      state: 'upheld' as const,
      decision: {
        by: cato,
        reason: 'The message was a threat. Its author is muted.',
        at: '2026-11-24T09:00:00.000Z',
      },
    },
  },
  appealClosure: {
    body: { token: '31.1766570400000.mGk3V0cYq1Zb7sXfJt5LwRd9uHn2pEo8aTi6vKx4yQs', text },
    response: { ...appeal, sanction: 43 },
  },
  listAppeals: { response: onePage(queued) },
  decideAppeal: {
    body: { verdict: 'granted' as const, reason: decision.reason },
    response: {
      appeal: granted,
      target: { ...sanction, lifted: decision, appeal: granted },
      report: null,
      mayDecide: false,
    },
  },
}
