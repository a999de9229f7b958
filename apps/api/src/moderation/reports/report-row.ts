import type { Player, Report } from '@tegenzet/contract'
import { type Database, Prisma } from '@tegenzet/db'
import { idOf } from '../../play/game/game-store.ts'
import { refuse } from '../../refusal.ts'
import { playerColumn } from '../../store/player-column.ts'

/** What a report rests on, fixed when it was made. */
export type ReportEvidence = Pick<Report, 'game' | 'message' | 'challenge'>

interface ReportRow extends Pick<Report, 'id' | 'reason' | 'text' | 'by' | 'player' | 'state'> {
  /** Without a challenge where it is from before those were reported. */
  evidence: Omit<ReportEvidence, 'challenge'> & Partial<ReportEvidence>
  createdAt: Date
  ruledAt: Date | null
  ruledBy: Player | null
  why: string | null
  warned: boolean
}

/** Reports by a condition on `r`, with their verdicts; `rest` says in which order and how many. */
export async function readReports(
  { prisma }: Pick<Database, 'prisma'>,
  which: Prisma.Sql,
  rest: Prisma.Sql = Prisma.empty,
): Promise<Report[]> {
  const rows = await prisma.$queryRaw<ReportRow[]>`
    SELECT r.id, r.reason, r.text, ${playerColumn('b')} AS by, ${playerColumn('p')} AS player, r.evidence,
      r.state::text, r.created_at AS "createdAt", v.created_at AS "ruledAt", v.reason AS why,
      CASE WHEN a.id IS NOT NULL THEN ${playerColumn('a')} END AS "ruledBy", w.id IS NOT NULL AS warned
    FROM reports r JOIN players b ON b.id = r.by_id JOIN players p ON p.id = r.player_id
      LEFT JOIN report_rulings v ON v.report_id = r.id LEFT JOIN players a ON a.id = v.by_id
      LEFT JOIN warnings w ON w.report_ruling_id = v.id
    WHERE ${which} ${rest}`
  return rows.map(reportView)
}

export async function readReport(
  database: Pick<Database, 'prisma'>,
  id: number,
): Promise<Report | undefined> {
  const [report] = await readReports(database, Prisma.sql`r.id = ${idOf(id)}`)
  return report
}

const reportView = ({ evidence, createdAt, ruledAt, ruledBy, why, warned, ...row }: ReportRow): Report => ({
  ...row,
  challenge: null,
  ...evidence,
  verdict: ruledAt && { by: ruledBy!, reason: why!, warned, at: ruledAt.toISOString() },
  createdAt: createdAt.toISOString(),
})

/** Whoever may rule on reports, as an array in SQL. */
export const ADMINS = Prisma.sql`ARRAY(SELECT player_id FROM accounts WHERE role = 'admin')`

/** Whether a report is by a player or of them: as an admin they do not rule on it. */
export const concerns = ({ by, player }: Report, playerId: number): boolean =>
  by.id === playerId || player.id === playerId

export const reportNotFound = (id: number) => refuse('not-found', `There is no report ${id}.`)
