import { ok, type Result } from '@tegenzet/common'
import type { MoveTree } from '@tegenzet/trees'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'
import { readMoves } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import type { CheckTree } from './check-tree.ts'
import { readGameAnalysis, type StoredAnalysis, writeGameAnalysis } from './game-analysis-store.ts'
import { notesOf, timesAfter } from './played-notes.ts'
import { type Owner, storedTree } from './storage.ts'

interface SaveGameAnalysis {
  game: number
  owner: Owner
  tree: unknown
  version: number
  arrivedAt: Date
  check: CheckTree
}

/** Replaces a player's own analysis of a game, running or finished, if it is still at the version that the player changed. */
export async function saveGameAnalysis(
  db: Db,
  { game: id, owner, tree, version, arrivedAt, check }: SaveGameAnalysis,
): Promise<Result<{ version: number }, Refusal>> {
  const own = await readOwnGame(db, id, owner.playerId)
  if (!own.ok) return own
  const stored = await readGameAnalysis(db, id, owner.playerId)
  if ((stored?.version ?? 0) !== version) {
    // the answer was lost, so the client repeats it
    if (stored && JSON.stringify(tree) === stored.tree) return ok({ version: stored.version })
    return changedElsewhere(stored)
  }
  const checked = await check(tree, stored ? storedTree(stored) : null)
  if (!checked.ok) return checked
  const isOther = refuseOther(checked.value, own.value.game)
  if (isOther) return isOther
  const written = await writeWithTimes(db, owner, own.value.game, stored, checked.value, arrivedAt)
  if (!written.ok) return written
  if (written.value === null) return changedElsewhere(await readGameAnalysis(db, id, owner.playerId))
  return ok({ version: written.value })
}

/** Writes a checked tree, with the times of the notes in it. @returns null if the stored analysis has changed */
async function writeWithTimes(
  db: Db,
  owner: Owner,
  game: GameRow,
  stored: StoredAnalysis | undefined,
  tree: MoveTree,
  at: Date,
): Promise<Result<number | null, Refusal>> {
  const moves = (await readMoves(db, game.id)).map(({ move }) => move)
  const before = {
    notes: stored ? notesOf(storedTree(stored), moves) : new Map<number, string>(),
    times: stored?.times ?? {},
    since: stored?.updatedAt ?? at,
  }
  const times = timesAfter(before, notesOf(tree, moves), at)
  return writeGameAnalysis(db, owner, { gameId: game.id, tree, times, replaces: stored?.version ?? 0, at })
}

const refuseOther = (tree: MoveTree, game: GameRow): Refused | null =>
  tree.rules === game.rules && tree.start === null
    ? null
    : refuse('malformed-tree', 'The tree: expected the rules of the game, and its start.', {
        node: null,
        reason: 'other-game',
      })

const changedElsewhere = (stored: StoredAnalysis | undefined): Refused =>
  refuse('conflict', 'The analysis has been changed since. `current` is what is stored.', {
    current: stored ? { tree: storedTree(stored), version: stored.version } : { tree: null, version: 0 },
  })
