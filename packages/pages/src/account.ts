import { call, type Page } from './call.ts'

export const sanctions = (cursor?: string) => call('listSanctions', { query: { cursor } })
export const rulings = (cursor?: string) => call('listRulingsAboutYou', { query: { cursor } })
export const ownAppeals = (cursor?: string) => call('listOwnAppeals', { query: { cursor, limit: 100 } })
export const warnings = (cursor?: string) => call('listWarnings', { query: { cursor } })

export const account = {
  calls: ({ account }) => (account ? [sanctions(), rulings(), ownAppeals(), warnings()] : []),
} satisfies Page
