import { ok, type Result } from '@tegenzet/common'
import { MAX_REPORTED_COMMENTS, type Player, type reportPlayerBody } from '@tegenzet/contract'
import { RULE_SET_IDS, type Side } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { readChallenge } from '../../lobby/challenges/read-challenge.ts'
import { gameNotFound } from '../../play/game/endings.ts'
import { type GameRow, sideOf } from '../../play/game/game.ts'
import { readGame } from '../../play/game/read-games.ts'
import { isSharedWith } from '../../play/game-analysis/shared-analysis.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { oneOf } from '../../store/decode.ts'
import { MAX_ID } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'
import { copyClub, copyMatch } from './copy-club.ts'
import { NO_EVIDENCE, type ReportEvidence } from './report-store.ts'

/** What a report names, and who reports it. */
interface ReportedThing
  extends Pick<
    z.output<typeof reportPlayerBody>,
    'game' | 'message' | 'challenge' | 'analysis' | 'club' | 'match'
  > {
  by: Player
  caller: Caller
  arrivedAt: Date
}

/** Copies what a report names, after checking that the reported player is involved. */
export async function copyEvidence(
  deps: Deps,
  db: Db,
  reported: ReportedThing,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const { game: gameId, message: messageId, challenge: challengeId, by } = reported
  if (challengeId !== undefined) return copyChallenge(db, reported, challengeId, player)
  if (reported.club !== undefined) return copyClub(db, reported.club, player)
  if (reported.match !== undefined) return copyMatch(db, reported.match, player, by)
  if (reported.analysis) return copyAnalysis(deps, db, reported, reported.analysis, player)
  const message =
    messageId === undefined || messageId > MAX_ID
      ? null
      : await db.message.findUnique({ where: { id: messageId } })
  if (messageId !== undefined && !message) return messageNotFound(messageId)
  if (message && gameId !== undefined && message.gameId !== gameId)
    return refuse('report-refused', `Message ${messageId} was not written in game ${gameId}.`)
  const gameToCopy = message?.gameId ?? gameId
  if (gameToCopy === undefined) return ok(await copyProfile(db, player))

  const game = await readGame(db, gameToCopy)
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

/** A report that names nothing else may be about what the player writes about themselves. */
async function copyProfile(db: Db, { id: playerId }: Player): Promise<ReportEvidence> {
  const account = await db.account.findUnique({ where: { playerId }, select: { about: true } })
  return { ...NO_EVIDENCE, ...(account?.about && { about: account.about }) }
}

/** In any state: a player who declines a challenge can still report it. */
async function copyChallenge(
  db: Db,
  { caller, arrivedAt }: ReportedThing,
  challengeId: number,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const found = await readChallenge(db, challengeId, caller, arrivedAt)
  if (!found.ok) return found
  const { id, rules, rulesRevision, challenger, opponent, message, createdAt } = found.value
  if (challenger.id !== player.id)
    return refuse('report-refused', `${player.username} did not make challenge ${id}.`)
  return ok({
    ...NO_EVIDENCE,
    challenge: {
      id,
      rules,
      rulesRevision,
      message,
      toAll: opponent === null,
      createdAt: createdAt.toISOString(),
    },
  })
}

/** Only somebody with the link can report it. */
async function copyAnalysis(
  { config }: Deps,
  db: Db,
  { arrivedAt: at }: ReportedThing,
  { id, key }: NonNullable<ReportedThing['analysis']>,
  player: Player,
): Promise<Result<ReportEvidence, Refusal>> {
  const isShared = id <= MAX_ID && (await isSharedWith(config, db, { id, key, at }))
  const analysis = isShared && (await db.analysis.findUnique({ where: { id } }))
  if (!analysis) return refuse('not-found', 'There is no analysis with this link.')
  if (analysis.playerId !== player.id)
    return refuse('report-refused', `${player.username} does not share analysis ${id}.`)
  return ok({
    ...NO_EVIDENCE,
    analysis: {
      id,
      title: analysis.title,
      rules: oneOf(RULE_SET_IDS, analysis.rules),
      // only trees that `checkTree` accepts are stored
      comments: commentsOf(analysis.tree as unknown as MoveTree),
      createdAt: analysis.createdAt.toISOString(),
    },
  })
}

/** The first comments of a tree, without what `jsonb` cannot store. */
function commentsOf({ comment, nodes }: MoveTree): string[] {
  const comments: string[] = []
  let left = MAX_REPORTED_COMMENTS
  for (const text of [comment, ...nodes.map((node) => node.comment)]) {
    if (!text || left === 0) continue
    const part = text.slice(0, left)
    comments.push(part.toWellFormed().replaceAll('\0', ''))
    left -= part.length
  }
  return comments
}

const copyOfGame = (
  { id, rules, rulesRevision, status, turn, ply, position, deadline }: GameRow,
  side: Side,
): ReportEvidence['game'] => ({
  id,
  rules,
  rulesRevision,
  side,
  status,
  turn,
  ply,
  position,
  deadline: deadline?.toISOString() ?? null,
})

const messageNotFound = (id: number) => refuse('not-found', `There is no message ${id} to you.`)
