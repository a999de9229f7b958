import type { Message, Player, Report, reportPlayerBody } from '@tegenzet/contract'
import { ok, type Result } from '@tegenzet/rules'
import type { z } from 'zod'
import { countAttempt, uncountAttempt } from '../../accounts/limits/rate-counters.ts'
import { findPerson } from '../../accounts/people/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { readChallenge } from '../../lobby/challenges/read-challenge.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { readGame } from '../../play/game/game-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import { ADMINS, type ReportEvidence } from './report-row.ts'

export interface ReportPlayer extends z.output<typeof reportPlayerBody> {
  username: string
  by: Player
  caller: Caller
  arrivedAt: Date
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Reports a player, with what it is about as it stands, and tells the admins, in one statement. */
export async function reportPlayer(deps: Deps, command: ReportPlayer): Promise<Result<Report, Refusal>> {
  const { username, by, reason, text, arrivedAt } = command
  const { database, store, config, live } = deps
  const person = await findPerson(store, username)
  if (!person.ok) return person
  const player = person.value
  if (player.id === by.id) return refuse('yourself', 'This is you: nobody reports themselves.')
  const evidence = await readEvidence(deps, command, player)
  if (!evidence.ok) return evidence
  const limit = { key: ['report', `${by.id}`], max: config.limits.reports, windowMs: DAY_MS }
  const counted = await countAttempt(deps, store, limit)
  if (!counted.ok) return counted

  const { game, message, challenge } = evidence.value
  const createdAt = arrivedAt.toISOString()
  const draft = {
    ...{ reason, text, by, player, game, message, challenge },
    ...{ state: 'open' as const, verdict: null, createdAt },
  }
  const [made] = await database.prisma.$queryRaw<{ id: number; eventId: bigint; playerIds: number[] }[]>`
    WITH made AS (
      INSERT INTO reports (by_id, player_id, reason, text, game_id, message_id, challenge_id, evidence, created_at)
      VALUES (${by.id}, ${player.id}, ${reason}, ${text}, ${game?.id ?? null}::int, ${message?.id ?? null}::int,
        ${challenge?.id ?? null}::int, ${JSON.stringify(evidence.value)}::jsonb, ${arrivedAt}::timestamptz)
      ON CONFLICT (by_id, player_id, coalesce(game_id, 0), coalesce(message_id, 0), coalesce(challenge_id, 0))
        WHERE state = 'open' DO NOTHING
      RETURNING id
    ), told AS (
      INSERT INTO events (type, player_ids, actor_id, payload, created_at)
      SELECT 'report', ${ADMINS}, ${by.id}::int, ${JSON.stringify(draft)}::jsonb || jsonb_build_object('id', id),
        ${arrivedAt}::timestamptz
      FROM made RETURNING id, player_ids
    )
    SELECT made.id, told.id AS "eventId", told.player_ids AS "playerIds" FROM made, told`
  if (!made) {
    await uncountAttempt(store, limit)
    return refuse('already-reported', 'Your report of this is open: an admin will look at it.')
  }
  const report: Report = { id: made.id, ...draft }
  live.announce({ id: Number(made.eventId), type: 'report', report }, made.playerIds)
  return ok(report)
}

async function readEvidence(
  deps: Deps,
  command: ReportPlayer,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const { database } = deps
  const { game: gameId, message: messageId, challenge: challengeId, by } = command
  if (challengeId !== undefined) return readChallengeThen(deps, command, challengeId, player)
  const message =
    messageId === undefined || messageId > MAX_ID
      ? null
      : await database.prisma.message.findUnique({ where: { id: messageId } })
  if (messageId !== undefined && !message) return messageNotFound(messageId)
  if (message && gameId !== undefined && message.gameId !== gameId)
    return refuse('report-refused', `Message ${messageId} was not written in game ${gameId}.`)
  const wanted = message?.gameId ?? gameId
  if (wanted === undefined) return ok(NO_EVIDENCE)

  const game = await readGame(deps.store, wanted)
  if (!game) return gameNotFound(wanted)
  // what the two players of a game write is theirs alone to know of
  if (message && !sideOf(game, by.id)) return messageNotFound(message.id)
  const side = sideOf(game, player.id)
  if (!side) return refuse('report-refused', `${player.username} does not play in game ${game.id}.`)
  if (message && message.by !== side)
    return refuse('report-refused', `${player.username} did not write message ${message.id}.`)
  return ok({
    ...NO_EVIDENCE,
    game: gameThen(game, side),
    message: message && {
      id: message.id,
      kind: message.kind,
      ply: message.ply,
      text: message.text,
      createdAt: message.createdAt.toISOString(),
    },
  })
}

/** Whatever has become of it: who declines a challenge may report it still. */
async function readChallengeThen(
  { store }: Deps,
  { caller, arrivedAt }: ReportPlayer,
  challengeId: number,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const found = await readChallenge(store, challengeId, caller, arrivedAt)
  if (!found.ok) return found
  const { id, rules, rulesRevision, challenger, opponent, message, createdAt } = found.value
  if (challenger.id !== player.id)
    return refuse('report-refused', `${player.username} did not make challenge ${id}.`)
  return ok({
    ...NO_EVIDENCE,
    challenge: {
      ...{ id, rules, rulesRevision, message },
      toAll: opponent === null,
      createdAt: createdAt.toISOString(),
    },
  })
}

const NO_EVIDENCE: ReportEvidence = { game: null, message: null, challenge: null }

const gameThen = (
  { id, rules, rulesRevision, status, turn, ply, position, deadline }: GameRow,
  side: Message['by'],
): ReportEvidence['game'] => ({
  ...{ id, rules, rulesRevision, side, status, turn, ply, position },
  deadline: deadline?.toISOString() ?? null,
})

const messageNotFound = (id: number) => refuse('not-found', `There is no message ${id} to you.`)
