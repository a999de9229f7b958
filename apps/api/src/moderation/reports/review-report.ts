import { ok, type Result } from '@tegenzet/common'
import type { Language, Message, Report, ReportReview } from '@tegenzet/contract'
import { readGivenWarnings } from '../../accounts/warnings/warning-store.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readGame } from '../../play/game/read-games.ts'
import { readMessages } from '../../play/messages/message-store.ts'
import type { Refusal } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { countOpenReports, queuedReport } from './queued-report.ts'
import { readReportFor, readReports, reportNotFound } from './report-store.ts'

/** How many reports, warnings and messages are shown. */
const HISTORY = 50

/** A report with everything that an admin needs for a ruling. */
export async function reviewReport(
  db: Db,
  id: number,
  adminId: number,
  now: Date,
): Promise<Result<ReportReview, Refusal>> {
  const report = await readReportFor(db, id, adminId)
  if (!report) return reportNotFound(id)
  const { by, player } = report
  const game = report.game && (await readGame(db, report.game.id))
  return ok({
    ...queuedReport(report, adminId, await countOpenReports(db, [player.id])),
    game: game ? gameView(game, now) : null,
    messages: game && sideOf(game, by.id) ? await readConversation(db, report, game) : [],
    reporter: { language: await readLanguage(db, by.id), ...(await countReportsBy(db, by.id)) },
    reported: {
      language: await readLanguage(db, player.id),
      reports: await readReports(db, {
        where: { playerId: player.id, id: { not: report.id } },
        orderBy: { id: 'desc' },
        take: HISTORY,
      }),
      warnings: await readGivenWarnings(db, player.id, HISTORY),
    },
  })
}

/** Messages of the game up to the report: those around the reported message, or else the last ones. */
async function readConversation(db: Db, { message, createdAt }: Report, { id }: GameRow): Promise<Message[]> {
  const limit = HISTORY / 2
  const messages = message
    ? [
        ...(await readMessages(db, id, { order: 'newest', after: message.id + 1, limit })),
        ...(await readMessages(db, id, { after: message.id, limit })),
      ]
    : await readMessages(db, id, { order: 'newest', limit: HISTORY })
  return messages.filter((each) => each.createdAt <= createdAt).sort((a, b) => a.id - b.id)
}

async function readLanguage(db: Db, playerId: number): Promise<Language> {
  const account = await db.account.findUnique({ where: { playerId } })
  return (account?.language ?? 'en') as Language
}

/** How many reports a player has made, and how many of them were upheld and dismissed. */
export async function countReportsBy(db: Db, byId: number) {
  const states = await db.report.groupBy({ by: ['state'], where: { byId }, _count: true })
  const count = (state: Report['state']) => states.find((each) => each.state === state)?._count ?? 0
  const [open, upheld, dismissed] = [count('open'), count('upheld'), count('dismissed')]
  return { filed: open + upheld + dismissed, upheld, dismissed }
}
