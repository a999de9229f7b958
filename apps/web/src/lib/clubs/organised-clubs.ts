import type { Account, Club } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'
import { isOrganiser } from './format-club.ts'

/** A player is in so many clubs at most. */
const MAX_CLUBS = 20

/** The clubs that the reader organises. */
export async function organisedClubs({ username }: Account): Promise<Club[]> {
  const { items } = await api.call('listClubs', { query: { member: username, limit: MAX_CLUBS } })
  return items.filter(isOrganiser)
}
