import type { Report } from '@tegenzet/contract'
import type { NewEvent } from '../../outbox/append.ts'

/** Goes to all admins except the reported player. */
export const reportEvent = (report: Report): NewEvent => ({
  event: { type: 'report', report },
  playerIds: [],
  toAdmins: true,
  hiddenFrom: report.player.id,
})
