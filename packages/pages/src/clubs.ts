import type { Account } from '@tegenzet/contract'
import { MAX_CLUB_SEARCH } from '@tegenzet/contract/limits'
import { call, type Page } from './call.ts'

/** A player is in so many clubs at most. */
const MAX_CLUBS = 20

export interface ShownClubs {
  mine: boolean
  search: string
}

export const readClubs = (query: URLSearchParams): ShownClubs => ({
  mine: query.get('show') === 'mine',
  search: (query.get('search') ?? '').trim().slice(0, MAX_CLUB_SEARCH),
})

/** @param search empty: all. @param member only the clubs of this player */
export const clubList = (search: string, member?: string, cursor?: string) =>
  call('listClubs', { query: { ...(search && { search }), member, cursor } })

export const ownClubs = ({ username }: Pick<Account, 'username'>) =>
  call('listClubs', { query: { member: username, limit: MAX_CLUBS } })

export const clubs = {
  calls: ({ query, account }) => {
    const { mine, search } = readClubs(query)
    return [mine ? clubList('', account?.username) : clubList(search)]
  },
} satisfies Page
