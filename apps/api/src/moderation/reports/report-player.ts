import { ok, type Result } from '@tegenzet/common'
import type { Player, Report, reportPlayerBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { countAttempt, uncountAttempt } from '../../accounts/limits/rate-counters.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { append } from '../../outbox/append.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { copyEvidence } from './copy-evidence.ts'
import { reportEvent } from './report-event.ts'
import { insertReport } from './report-store.ts'

interface ReportPlayer extends z.output<typeof reportPlayerBody> {
  username: string
  by: Player
  caller: Caller
  arrivedAt: Date
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Reports a player to the admins, with a copy of what the report is about. */
export async function reportPlayer(
  deps: Deps,
  db: Db,
  command: ReportPlayer,
): Promise<Result<Report, Refusal>> {
  const { username, by, reason, text, arrivedAt } = command
  const person = await findPerson(db, username)
  if (!person.ok) return person
  const player = person.value
  if (player.id === by.id) return refuse('yourself', 'You cannot report yourself.')
  const evidence = await copyEvidence(deps, db, command, player)
  if (!evidence.ok) return evidence
  const limit = { key: ['report', `${by.id}`], max: deps.config.limits.reports, windowMs: DAY_MS }
  const counted = await countAttempt(deps, db, limit)
  if (!counted.ok) return counted

  const report = await writeReport(db, {
    reason,
    text,
    by,
    player,
    ...evidence.value,
    state: 'open',
    verdict: null,
    createdAt: arrivedAt.toISOString(),
  })
  if (report) return ok(report)
  await uncountAttempt(db, limit)
  return refuse('already-reported', 'You have already reported this. An admin will review it.')
}

/** @returns null if the player has an open report about the same thing */
const writeReport = (db: Db, draft: Omit<Report, 'id'>): Promise<Report | null> =>
  inTransaction(db, async (tx) => {
    const id = await insertReport(tx, draft)
    if (id === null) return null
    const report = { id, ...draft }
    await append(tx, [reportEvent(report)], {
      by: draft.by.id,
      at: new Date(draft.createdAt),
    })
    return report
  })
