import { ok, type Result } from '@tegenzet/common'
import type { changeLadderBody, LadderTerms } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import { provenDrawsRefused } from '../../play/game/proven-draws-refused.ts'
import type { Refusal } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockLadder } from './ladder-store.ts'

type ChangeLadder = z.output<typeof changeLadderBody> & { rules: RuleSetId; byId: number; at: Date }

/** Changes the terms of the ladder's games that begin from now on. */
export const changeLadder = (
  db: Db,
  { rules, provenDraws, byId, at }: ChangeLadder,
): Promise<Result<LadderTerms, Refusal>> =>
  inTransaction(db, async (tx) => {
    const impossible = provenDrawsRefused({ rules, provenDraws })
    if (impossible) return impossible
    await lockLadder(tx, rules)
    await tx.ladderTerms.upsert({ where: { rules }, create: { rules, provenDraws }, update: { provenDraws } })
    await recordAct(tx, { kind: 'ladder-changed', byId, details: { rules, provenDraws }, at })
    return ok({ rules, provenDraws })
  })
