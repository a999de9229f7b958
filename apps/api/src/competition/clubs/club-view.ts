import type { Club } from '@tegenzet/contract'
import type { ClubRow } from './club-store.ts'

/** The club as its reader sees it. */
export const clubView = ({ id: _, role, createdAt, ...club }: ClubRow): Club => ({
  ...club,
  mine: role && { role },
  createdAt: createdAt.toISOString(),
})
