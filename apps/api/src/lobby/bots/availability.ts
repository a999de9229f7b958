import { AVAILABILITY_MINUTES, type availabilityBody, type Bot } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { BOT_COLUMNS, type BotRow, botView } from './bot-row.ts'

/** Takes a bot's word that it takes challenges now. */
export async function setAvailability(
  { database: { prisma }, now }: Deps,
  { rules, level, about }: z.output<typeof availabilityBody>,
  { playerId }: Caller,
): Promise<Result<Bot, Refusal>> {
  const until = new Date(now().getTime() + AVAILABILITY_MINUTES * 60_000)
  const [bot] = await prisma.$queryRaw<BotRow[]>`
    WITH p AS (SELECT * FROM players WHERE id = ${playerId} AND kind = 'bot'), said AS (
      INSERT INTO availability (player_id, rules, level, about, until)
      SELECT id, ${rules}::text[], ${level ?? null}::int, ${about ?? null}, ${until}::timestamptz FROM p
      ON CONFLICT (player_id) DO UPDATE
        SET rules = excluded.rules, level = excluded.level, about = excluded.about, until = excluded.until
      RETURNING *
    )
    SELECT ${BOT_COLUMNS} FROM said a JOIN p ON p.id = a.player_id`
  return bot ? ok(botView(bot)) : ofBotsAlone()
}

export async function endAvailability(
  { database: { prisma } }: Deps,
  { playerId }: Caller,
): Promise<Result<undefined, Refusal>> {
  const [player] = await prisma.$queryRaw<{ kind: string }[]>`
    WITH ended AS (DELETE FROM availability WHERE player_id = ${playerId})
    SELECT kind::text FROM players WHERE id = ${playerId}`
  return player?.kind === 'bot' ? ok(undefined) : ofBotsAlone()
}

const ofBotsAlone = () =>
  refuse('forbidden', 'Only a bot says that it takes challenges: make the account a bot’s, by its `kind`.')
