import type { Account, Club } from '@tegenzet/contract'
import { isOrganiser } from './format-club.ts'
import { ownClubs } from './own-clubs.ts'

/** The clubs that the reader organises. */
export const organisedClubs = async (account: Account): Promise<Club[]> =>
  (await ownClubs(account)).filter(isOrganiser)
