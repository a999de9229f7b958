import type { Appeal } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import type { NewEvent } from '../../outbox/append.ts'
import { decodePlayer, PLAYER } from '../../store/decode.ts'
import { existing } from '../../store/existing.ts'

export const APPEAL_WITH_PLAYERS = {
  by: PLAYER,
  decidedBy: PLAYER,
  report: { select: { playerId: true } },
} satisfies Prisma.AppealInclude
type AppealRow = Prisma.AppealGetPayload<{ include: typeof APPEAL_WITH_PLAYERS }>

export const appealView = (row: AppealRow): Appeal => ({
  id: row.id,
  sanction: row.sanctionId,
  report: row.reportId,
  text: row.text,
  state: row.state,
  by: decodePlayer(row.by),
  decision: row.decidedAt && {
    by: decodePlayer(existing(row.decidedBy)),
    reason: existing(row.reason),
    at: row.decidedAt.toISOString(),
  },
  createdAt: row.createdAt.toISOString(),
})

/** Goes to the player who appealed, and to moderators and admins, but not to one whom the appeal's report is about. */
export const appealEvent = (row: AppealRow): NewEvent => ({
  event: { type: 'appeal', appeal: appealView(row) },
  playerIds: [row.byId],
  toStaff: 'moderator',
  ...(row.report && row.report.playerId !== row.byId && { hiddenFrom: row.report.playerId }),
})
