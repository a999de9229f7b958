import type { VacationModel } from '@tegenzet/db'
import type { Deps } from '../../deps.ts'

/**
 * Lets one transaction at a time change a player's vacations: the others wait here, and then see what it did.
 * @returns those that are not over at a moment, the next first
 */
export async function holdVacations(
  { database: { prisma } }: Deps,
  playerId: number,
  at: Date,
): Promise<VacationModel[]> {
  await prisma.$queryRaw`SELECT FROM players WHERE id = ${playerId} FOR NO KEY UPDATE`
  return prisma.vacation.findMany({ where: { playerId, until: { gt: at } }, orderBy: { from: 'asc' } })
}

/** Games that are just about to begin look again (`accept-challenge.ts`). */
export async function changeVacations({ database: { prisma } }: Deps, playerId: number): Promise<void> {
  await prisma.player.update({ where: { id: playerId }, data: { vacationsVersion: { increment: 1 } } })
}

/** A bot may have thousands of running games, which all have a new version. */
export const PATIENCE = { maxWait: 20_000, timeout: 2 * 60_000 }
