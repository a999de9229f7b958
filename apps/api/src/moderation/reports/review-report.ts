import type { Language, Message, Report, ReportReview } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { readGivenWarnings } from '../../accounts/warnings/warning-store.ts'
import type { Deps } from '../../deps.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { readGame } from '../../play/game/game-store.ts'
import { gameView } from '../../play/game/game-view.ts'
import { readMessages } from '../../play/game/message-store.ts'
import type { Refusal } from '../../refusal.ts'
import { countOpen, queued } from './list-reports.ts'
import { readReport, readReports, reportNotFound } from './report-row.ts'

/** How much of a player's past, and of a conversation, an admin sees at once. */
const HISTORY = 50

/** A report with all that a ruling needs, in one look. */
export async function reviewReport(
  deps: Deps,
  id: number,
  adminId: number,
): Promise<Result<ReportReview, Refusal>> {
  const { database } = deps
  const report = await readReport(database, id)
  if (!report) return reportNotFound(id)
  const { by, player } = report
  const game = report.game && (await readGame(deps.store, report.game.id))
  return ok({
    ...queued(report, adminId, await countOpen(database, [player.id])),
    game: game ? gameView(game) : null,
    messages: game && sideOf(game, by.id) ? await readWords(deps, report, game) : [],
    reporter: { language: await readLanguage(deps, by.id), ...(await readRecord(deps, by.id)) },
    reported: {
      language: await readLanguage(deps, player.id),
      reports: await readReports(
        database,
        Prisma.sql`r.player_id = ${player.id} AND r.id <> ${report.id}`,
        Prisma.sql`ORDER BY r.id DESC LIMIT ${HISTORY}`,
      ),
      warnings: await readGivenWarnings(deps.store, player.id, HISTORY),
    },
  })
}

/** What was written in the game until the report was made: around the message, or else the last of it. */
async function readWords({ store }: Deps, report: Report, game: GameRow): Promise<Message[]> {
  const { message, createdAt } = report
  const words = message
    ? [
        ...(await readMessages(store, game.id, {
          ...{ order: 'newest', after: message.id + 1, limit: HISTORY / 2 },
        })),
        ...(await readMessages(store, game.id, { after: message.id, limit: HISTORY / 2 })),
      ]
    : await readMessages(store, game.id, {
        ...{ order: 'newest', limit: HISTORY },
      })
  return words.filter((each) => each.createdAt <= createdAt).sort((a, b) => a.id - b.id)
}

async function readLanguage({ database }: Deps, playerId: number): Promise<Language> {
  const account = await database.prisma.account.findUnique({ where: { playerId } })
  return (account?.language ?? 'en') as Language
}

/** How a player's own reports have ended. */
async function readRecord({ database }: Deps, byId: number) {
  const states = await database.prisma.report.groupBy({ by: ['state'], where: { byId }, _count: true })
  const count = (state: Report['state']) => states.find((each) => each.state === state)?._count ?? 0
  const [open, upheld, dismissed] = [count('open'), count('upheld'), count('dismissed')]
  return { filed: open + upheld + dismissed, upheld, dismissed }
}
