import { ok, type Result } from '@tegenzet/common'
import { AVAILABILITY_MINUTES, type availabilityBody, type Bot } from '@tegenzet/contract'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { botRowSchema, botView } from './bot-view.ts'

/** Announces that a bot accepts challenges, until `AVAILABILITY_MINUTES` from now. */
export async function setAvailability(
  { now }: Deps,
  db: Db,
  { rules, level, about }: z.output<typeof availabilityBody>,
  { playerId, bot }: Pick<Caller, 'playerId' | 'bot'>,
): Promise<Result<Bot, Refusal>> {
  if (!bot) return BOTS_ONLY
  const refused =
    (await sanctionRefused(db, playerId, 'restrict', now())) ??
    (about === undefined ? null : await sanctionRefused(db, playerId, 'mute', now()))
  if (refused) return refused
  const until = new Date(now().getTime() + AVAILABILITY_MINUTES * 60_000)
  const availability = { rules, level: level ?? null, about: about ?? null, until }
  const row = await db.availability.upsert({
    where: { playerId },
    create: { playerId, ...availability },
    update: availability,
    select: {
      rules: true,
      level: true,
      about: true,
      until: true,
      player: { select: { id: true, username: true, kind: true, builtIn: true } },
    },
  })
  return ok(botView(botRowSchema.parse(row)))
}

export async function endAvailability(
  db: Db,
  { playerId, bot }: Pick<Caller, 'playerId' | 'bot'>,
): Promise<Result<undefined, Refusal>> {
  if (!bot) return BOTS_ONLY
  await db.availability.deleteMany({ where: { playerId } })
  return ok(undefined)
}

const BOTS_ONLY = refuse('forbidden', 'Only bots have an availability: set the account’s `kind` to `bot`.')
