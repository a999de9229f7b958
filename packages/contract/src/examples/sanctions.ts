import type { AccountReview, FoundAccount, SharedAddress } from '../account-review.ts'
import type { Appeal, QueuedAppeal, Sanction } from '../sanctions.ts'
import { anna, bram, cato } from './players.ts'

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

export const appeal: Appeal = {
  ...{ id: 9, by: bram, sanction: 41, state: 'open', decision: null },
  text: 'I was answering an insult.',
  createdAt: '2026-11-23T18:00:00.000Z',
}
export const sanction: Sanction = {
  ...{ id: 41, player: bram, kind: 'mute', reason: 'Please stay polite.', by: cato },
  createdAt: '2026-11-23T09:00:00.000Z',
  until: '2026-11-30T09:00:00.000Z',
  lifted: null,
  appeal: null,
}
const decision = { by: cato, reason: 'The other player began.', at: '2026-11-24T09:00:00.000Z' }
const appealed: Sanction = { ...sanction, appeal }
const queued: QueuedAppeal = { appeal, target: appealed, mayDecide: true }
const granted: Appeal = { ...appeal, state: 'granted', decision }
const found: FoundAccount = {
  ...{ player: bram, createdAt: '2026-10-02T08:00:00.000Z', roles: [] },
  sanctions: ['mute'],
}
const review: AccountReview = {
  ...found,
  ...{ language: 'nl', email: 'bram@example.org', emailVerified: true, allSanctions: [sanction] },
  ...{ reports: [], reported: { filed: 2, upheld: 1, dismissed: 1 }, warnings: [], claims: [] },
  mayImpose: ['restrict', 'close'],
}
const shared: SharedAddress = {
  ...{ player: anna, addresses: 2, sameBrowser: true },
  lastUsedAt: '2026-11-20T19:30:00.000Z',
}
const text = appeal.text

export const SANCTION_EXAMPLES = {
  searchAccounts: { response: onePage(found) },
  reviewAccount: { response: review },
  findSharedAddresses: {
    body: { reason: 'Two reports of games thrown between these players' },
    response: { items: [shared] },
  },
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
      mayDecide: false,
    },
  },
}
