import type { Player, reportPlayerBody } from '@tegenzet/contract'
import { ok, type Result, type Side } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { readChallenge } from '../../lobby/challenges/read-challenge.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { readGame } from '../../play/game/game-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Tx } from '../../store/transaction.ts'
import type { ReportEvidence } from './report-store.ts'

/** What a report names, and who reports it. */
export interface ReportedThing
  extends Pick<z.output<typeof reportPlayerBody>, 'game' | 'message' | 'challenge'> {
  by: Player
  caller: Caller
  arrivedAt: Date
}

const NO_EVIDENCE: ReportEvidence = { game: null, message: null, challenge: null }

/** Copies the game, message or challenge that a report names, after checking that the reported player is involved. */
export async function copyEvidence(
  tx: Tx,
  reported: ReportedThing,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const { game: gameId, message: messageId, challenge: challengeId, by } = reported
  if (challengeId !== undefined) return copyChallenge(tx, reported, challengeId, player)
  const message =
    messageId === undefined || messageId > MAX_ID
      ? null
      : await tx.message.findUnique({ where: { id: messageId } })
  if (messageId !== undefined && !message) return messageNotFound(messageId)
  if (message && gameId !== undefined && message.gameId !== gameId)
    return refuse('report-refused', `Message ${messageId} was not written in game ${gameId}.`)
  const gameToCopy = message?.gameId ?? gameId
  if (gameToCopy === undefined) return ok(NO_EVIDENCE)

  const game = await readGame(tx, gameToCopy)
  if (!game) return gameNotFound(gameToCopy)
  // nobody else may learn that there is such a message
  if (message && !sideOf(game, by.id)) return messageNotFound(message.id)
  const side = sideOf(game, player.id)
  if (!side) return refuse('report-refused', `${player.username} does not play in game ${game.id}.`)
  if (message && message.by !== side)
    return refuse('report-refused', `${player.username} did not write message ${message.id}.`)
  return ok({
    ...NO_EVIDENCE,
    game: copyOfGame(game, side),
    message: message && {
      id: message.id,
      kind: message.kind,
      ply: message.ply,
      text: message.text,
      createdAt: message.createdAt.toISOString(),
    },
  })
}

/** In any state: a player who declines a challenge can still report it. */
async function copyChallenge(
  tx: Tx,
  { caller, arrivedAt }: ReportedThing,
  challengeId: number,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const found = await readChallenge(tx, challengeId, caller, arrivedAt)
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

const copyOfGame = (
  { id, rules, rulesRevision, status, turn, ply, position, deadline }: GameRow,
  side: Side,
): ReportEvidence['game'] => ({
  ...{ id, rules, rulesRevision, side, status, turn, ply, position },
  deadline: deadline?.toISOString() ?? null,
})

const messageNotFound = (id: number) => refuse('not-found', `There is no message ${id} to you.`)
