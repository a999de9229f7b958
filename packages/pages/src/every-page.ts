import { type Call, call, type Page } from './call.ts'
import { queuesFor } from './staff.ts'

/** With more waiting games than this, "100+" is shown. */
export const MAX_COUNTED = 100

/** The games in which it is the reader's turn. */
export const waitingGames = () =>
  call('listGames', { query: { turn: 'mine', sort: 'deadline', limit: MAX_COUNTED } })

export const notifications = (cursor?: string) => call('listNotices', { query: { cursor } })

/** The layout around every page. */
export const everyPage = {
  calls: ({ account }): Call[] => (account ? [notifications(), waitingGames(), ...queuesFor(account)] : []),
} satisfies Page
