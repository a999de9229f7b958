import { ok, type Result } from '@tegenzet/common'
import type { createLeagueBody, League } from '@tegenzet/contract'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import { provenDrawsRefused } from '../../play/game/proven-draws-refused.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { openSeason } from './open-season.ts'
import { readLeague } from './read-leagues.ts'

interface CreateLeague {
  body: z.output<typeof createLeagueBody>
  caller: Caller
  arrivedAt: Date
}

/** Opens the first season of a league. From then on it runs by itself. */
export const createLeague = (
  db: Db,
  { body: { rules, startsAt, provenDraws }, caller, arrivedAt: at }: CreateLeague,
): Promise<Result<League, Refusal>> =>
  inTransaction(db, async (tx) => {
    const impossible = provenDrawsRefused({ rules, provenDraws })
    if (impossible) return impossible
    const start = new Date(startsAt)
    if (start <= at) return refuse('validation', '`startsAt` is in the past.')
    const byId = caller.playerId
    if ((await openSeason(tx, { rules, provenDraws, season: 1, startsAt: start, byId, at })) === null)
      return refuse('conflict', 'This rule set has a league already.')
    const details = { rules, startsAt: start.toISOString() }
    await recordAct(tx, { kind: 'league-created', byId, details, at })
    return ok(existing(await readLeague(tx, rules, {}, caller)))
  })
