import { call, forMembers, type Page } from './call.ts'

export const ownAnalyses = (cursor?: string) => call('listAnalyses', { query: { cursor } })

export const analyses = {
  calls: ({ account }) => (forMembers(account) ? [ownAnalyses()] : []),
} satisfies Page
