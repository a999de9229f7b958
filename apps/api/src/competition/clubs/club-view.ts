import type { Club } from '@tegenzet/contract'
import type { ShownClub } from './club-store.ts'

/** The club as its reader sees it. */
export const clubView = ({ id: _, role, createdAt, ...club }: ShownClub): Club => ({
  ...club,
  mine: role && { role },
  createdAt: createdAt.toISOString(),
})
