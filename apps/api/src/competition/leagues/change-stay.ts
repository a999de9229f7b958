import { ok, type Result } from '@tegenzet/common'
import type { LeagueEntry } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { leagueNotFound, readNextSeason, readOwnEntries } from './read-leagues.ts'

interface ChangeStay {
  rules: RuleSetId
  playerId: number
  stay: boolean
  at: Date
}

/** Changes whether an entrant of the next season is entered in the following ones too. */
export async function changeStay(
  db: Db,
  { rules, playerId, stay, at }: ChangeStay,
): Promise<Result<LeagueEntry, Refusal>> {
  const next = await readNextSeason(db, rules)
  if (!next) return leagueNotFound(rules)
  const restricted = stay && (await sanctionRefused(db, playerId, 'restrict', at))
  if (restricted) return restricted
  await db.tournamentEntry.updateMany({ where: { tournamentId: next.id, playerId }, data: { stay } })
  const entry = (await readOwnEntries(db, [next.id], playerId)).get(next.id)
  return entry ? ok(entry) : refuse('not-found', 'You have not entered the next season.')
}
