import { ok, type Result } from '@tegenzet/common'
import { MAX_REPORTED_ANNOUNCEMENTS, type Player } from '@tegenzet/contract'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { NO_EVIDENCE, type ReportEvidence } from './report-store.ts'

/** Owner and organisers answer for the texts of a club, and so does who wrote its description. */
export async function copyClub(
  db: Db,
  slug: string,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const club = await db.club.findUnique({
    where: { slug },
    include: {
      members: { where: { playerId: player.id, role: { not: 'member' } } },
      announcements: {
        where: { byId: player.id },
        orderBy: { id: 'desc' },
        take: MAX_REPORTED_ANNOUNCEMENTS,
      },
    },
  })
  if (!club || club.endedAt) return refuse('not-found', `There is no club ${slug}.`)
  if (club.members.length === 0 && club.describedById !== player.id)
    return refuse('report-refused', `${player.username} does not organise the club ${slug}.`)
  const { name, description } = club
  const announcements = club.announcements.map(({ text }) => text)
  return ok({ ...NO_EVIDENCE, club: { slug, name, description, announcements } })
}

/** The message with a proposal can be reported by who can read it: organisers of both clubs. */
export async function copyMatch(
  db: Db,
  id: number,
  player: Player,
  by: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const organisedBy = {
    where: { playerId: by.id, role: { not: 'member' } },
    select: { playerId: true },
  } as const
  const club = { select: { name: true, members: organisedBy } } as const
  const match =
    id > MAX_ID ? null : await db.match.findUnique({ where: { id }, include: { clubA: club, clubB: club } })
  if (!match) return refuse('not-found', `There is no match ${id}.`)
  if (match.proposedById !== player.id)
    return refuse('report-refused', `${player.username} did not propose match ${id}.`)
  const clubs = [match.clubA, match.clubB]
  const reads = clubs.some(({ members }) => members.length > 0)
  return ok({
    ...NO_EVIDENCE,
    match: { id, clubNames: clubs.map(({ name }) => name), message: reads ? match.message : null },
  })
}
