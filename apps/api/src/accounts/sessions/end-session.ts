import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'

/** Ends the session behind a request, here and on its live sockets; a token is left alone. */
export async function endSession({ database, live }: Deps, caller: Caller | null): Promise<void> {
  if (caller?.kind !== 'session') return
  await database.prisma.session.deleteMany({ where: { id: Number(caller.credential.split(':')[1]) } })
  live.revoke(caller.credential)
}
