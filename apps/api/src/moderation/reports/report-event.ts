import type { Report } from '@tegenzet/contract'
import type { NewEvent } from '../../outbox/append.ts'

/** Goes to all admins and moderators except the reported player. */
export const reportEvent = (report: Report): NewEvent => ({
  event: { type: 'report', report },
  playerIds: [],
  toStaff: 'moderator',
  hiddenFrom: report.player.id,
})
