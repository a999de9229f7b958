import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tournament } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import { type Caller, holdsScope } from '../../http/caller.ts'
import type { TournamentRow } from './tournament-store.ts'

/** The tournament as everybody sees it. */
export function tournamentView({ rulesRevision: _, ...row }: TournamentRow): Tournament {
  const instant = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...row,
    startsAt: instant(row.startsAt),
    startedAt: instant(row.startedAt),
    endsAt: instant(row.endsAt),
    endedAt: instant(row.endedAt),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The tournament as its caller sees it: the organiser also gets the link. */
export function tournamentViewFor(
  config: Pick<Config, 'secret' | 'publicUrl'>,
  row: TournamentRow,
  caller: Caller | null,
): Tournament {
  const view = tournamentView(row)
  const isOrganiser =
    caller && caller.playerId === row.organiser?.id && holdsScope(caller, 'tournament:write')
  if (!row.invite || !isOrganiser) return view
  return { ...view, inviteUrl: `${config.publicUrl}/tournaments/${row.id}#${inviteCode(config, row)}` }
}

type Invitation = Pick<TournamentRow, 'id' | 'createdAt'>
const CODE_BYTES = 16

/** Derived from the server's secret instead of stored, like the codes of invitations to games. */
const inviteCode = ({ secret }: Pick<Config, 'secret'>, { id, createdAt }: Invitation): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['tournament', id, createdAt.getTime()]))
    .digest()
    .subarray(0, CODE_BYTES)
    .toString('base64url')

export function inviteCodeHolds(
  config: Pick<Config, 'secret'>,
  invitation: Invitation,
  code: string | undefined,
): boolean {
  const [expected, given] = [Buffer.from(inviteCode(config, invitation)), Buffer.from(code ?? '')]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
