import { ok, type Result } from '@tegenzet/common'
import type { LadderPlace } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { lockLadder, placeView, readPlace } from './ladder-store.ts'
import { recordTop } from './record-top.ts'

export const peopleOnly = refuse('wrong-kind', 'Only people with an account play on a ladder.')

/** Entries of a player on one ladder in a day: who enters and leaves can begin and end the reign of whoever is on top. */
const MAX_A_DAY = 5
const DAY_MS = 86_400_000

/** Puts a player at the bottom of a ladder. */
export const enterLadder = (
  deps: Pick<Deps, 'now'>,
  db: Db,
  { rules, playerId, at }: { rules: RuleSetId; playerId: number; at: Date },
): Promise<Result<LadderPlace, Refusal>> =>
  inTransaction(db, async (tx) => {
    await lockLadder(tx, rules)
    // nobody restricts the player or makes them a bot meanwhile
    await sharePlayers(tx, [playerId])
    const { kind } = await tx.player.findUniqueOrThrow({ where: { id: playerId }, select: { kind: true } })
    if (kind !== 'human') return peopleOnly
    const restricted = await sanctionRefused(tx, playerId, 'restrict', at)
    if (restricted) return restricted
    const key = { rules_playerId: { rules, playerId } }
    if (await tx.ladderEntry.findUnique({ where: key, select: { place: true } }))
      return refuse('already-entered', 'You are on this ladder already.')
    const limit = { key: ['ladder-entry', rules, `${playerId}`], max: MAX_A_DAY, windowMs: DAY_MS }
    const counted = await countAttempt(deps, tx, limit)
    if (!counted.ok) return counted
    const { _max: last } = await tx.ladderEntry.aggregate({ where: { rules }, _max: { place: true } })
    const place = (last.place ?? 0) + 1
    await tx.ladderEntry.create({ data: { rules, playerId, place, enteredAt: at, activeAt: at } })
    await recordTop(tx, rules, at)
    const own = existing(await readPlace(tx, { rules, readerId: playerId, at }, playerId))
    return ok(placeView(own, own, own.place, at))
  })
