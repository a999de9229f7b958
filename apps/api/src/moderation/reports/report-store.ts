import { REPORT_REASONS, type Report, reportSchema } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { z } from 'zod'
import { refuse } from '../../refusal.ts'
import { decodePlayer, oneOf, PLAYER } from '../../store/decode.ts'
import type { Db } from '../../store/transaction.ts'

const { shape } = reportSchema

/** Copies of what was reported, made when the report was filed. */
const evidenceSchema = z.object({
  game: shape.game.default(null),
  message: shape.message.default(null),
  challenge: shape.challenge.default(null),
  analysis: shape.analysis.default(null),
  club: shape.club,
  match: shape.match,
  about: shape.about,
})
export type ReportEvidence = z.output<typeof evidenceSchema>

export const NO_EVIDENCE: ReportEvidence = { game: null, message: null, challenge: null, analysis: null }

const WITH_RULING = {
  by: PLAYER,
  player: PLAYER,
  ruling: { select: { createdAt: true, reason: true, warningId: true, by: PLAYER } },
} satisfies Prisma.ReportInclude
type ReportRow = Prisma.ReportGetPayload<{ include: typeof WITH_RULING }>

/** Reports with their rulings. */
export async function readReports(
  db: Db,
  query: Pick<Prisma.ReportFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<Report[]> {
  const rows = await db.report.findMany({ ...query, include: WITH_RULING })
  return rows.map(reportView)
}

export async function readReport(db: Db, id: number): Promise<Report | undefined> {
  const row = await db.report.findUnique({ where: { id }, include: WITH_RULING })
  return row ? reportView(row) : undefined
}

/** A report as this admin may see it: not if it is about them. */
export async function readReportFor(db: Db, id: number, adminId: number): Promise<Report | undefined> {
  const report = await readReport(db, id)
  return report?.player.id === adminId ? undefined : report
}

const reportView = ({
  id,
  reason,
  text,
  by,
  player,
  state,
  evidence,
  createdAt,
  ruling,
}: ReportRow): Report => ({
  id,
  reason: oneOf(REPORT_REASONS, reason),
  text,
  by: decodePlayer(by),
  player: decodePlayer(player),
  state,
  ...evidenceSchema.parse(evidence),
  verdict: ruling && {
    by: decodePlayer(ruling.by),
    reason: ruling.reason,
    warned: ruling.warningId !== null,
    at: ruling.createdAt.toISOString(),
  },
  createdAt: createdAt.toISOString(),
})

/** @returns the report's id; null if the player has an open report about the same thing */
export async function insertReport(db: Db, report: Omit<Report, 'id'>): Promise<number | null> {
  const { by, player, reason, text, game, message, challenge, analysis, club, match, about, createdAt } =
    report
  const clubId = club && (await db.club.findUniqueOrThrow({ where: { slug: club.slug } })).id
  const evidence: ReportEvidence = {
    game,
    message,
    challenge,
    analysis,
    ...(club && { club }),
    ...(match && { match }),
    ...(about !== undefined && { about }),
  }
  const [inserted] = await db.report.createManyAndReturn({
    data: {
      byId: by.id,
      playerId: player.id,
      reason,
      text,
      evidence,
      createdAt,
      gameId: game?.id ?? null,
      messageId: message?.id ?? null,
      challengeId: challenge?.id ?? null,
      analysisId: analysis?.id ?? null,
      clubId: clubId ?? null,
      matchId: match?.id ?? null,
    },
    skipDuplicates: true,
    select: { id: true },
  })
  return inserted?.id ?? null
}

export const reportNotFound = (id: number) => refuse('not-found', `There is no report ${id}.`)
