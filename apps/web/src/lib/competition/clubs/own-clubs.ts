import type { Account, Club } from '@tegenzet/contract'
import { ownClubs as clubsOf } from '@tegenzet/pages/clubs'
import { api } from '$lib/api/api.ts'

/** The clubs that the reader is in. */
export const ownClubs = async (account: Pick<Account, 'username'>): Promise<Club[]> =>
  (await api.call(...clubsOf(account))).items
