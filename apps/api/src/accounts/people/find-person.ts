import type { Player } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { type Refusal, refuse } from '../../refusal.ts'

/** Somebody by name, whatever its case; one whose account is closed only where `closed` says so. */
export async function findPerson(
  { prisma }: Pick<Database, 'prisma'>,
  username: string,
  { closed = false }: { closed?: boolean } = {},
): Promise<Result<Player, Refusal>> {
  const player = await prisma.player.findUnique({
    where: { usernameKey: username.toLowerCase() },
    select: { id: true, username: true, kind: true },
  })
  return player && (closed || player.kind !== 'closed')
    ? ok(player)
    : refuse('not-found', `There is no player ${username}.`)
}
