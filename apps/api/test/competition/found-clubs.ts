import type { Club, Match, proposeMatchBody } from '@tegenzet/contract'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { TestPlayer } from '../people/test-player.ts'
import type { TestServer } from '../server/harness.ts'

type Somebody = Pick<TestPlayer, 'call'>

const DAY_MS = 86_400_000

export const accepted = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Founds an open club, whatever the founder's address, and lets others join it. */
export async function foundClub(
  server: TestServer,
  founder: TestPlayer,
  name: string,
  members: readonly Somebody[] = [],
): Promise<Club> {
  const { prisma } = server.database
  await prisma.account.update({ where: { id: founder.accountId }, data: { emailVerified: true } })
  const { club } = accepted(await founder.call('foundClub', { body: { name } }))
  for (const member of members) accepted(await member.call('joinClub', { params: { slug: club.slug } }))
  return club
}

/** Proposes a match whose line-ups close in two days. */
export async function proposeMatch(
  server: TestServer,
  by: Somebody,
  [a, b]: readonly [Pick<Club, 'slug'>, Pick<Club, 'slug'>],
  terms: Partial<z.input<typeof proposeMatchBody>> = {},
): Promise<Match> {
  const body = {
    club: a.slug,
    opponent: b.slug,
    rules: 'muehle',
    clock: { kind: 'per-move', days: 3 },
    boards: 10,
    lineupsCloseAt: new Date(server.clock.now().getTime() + 2 * DAY_MS).toISOString(),
    ...terms,
  }
  return accepted(await by.call('proposeMatch', { body })).match
}
