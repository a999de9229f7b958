import type { Account, Club } from '@tegenzet/contract'
import { api } from '$lib/api/api.ts'

/** A player is in so many clubs at most. */
const MAX_CLUBS = 20

/** The clubs that the reader is in. */
export async function ownClubs({ username }: Pick<Account, 'username'>): Promise<Club[]> {
  return (await api.call('listClubs', { query: { member: username, limit: MAX_CLUBS } })).items
}
