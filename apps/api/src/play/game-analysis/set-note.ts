import { ok, type Result } from '@tegenzet/common'
import type { Note, setNoteBody } from '@tegenzet/contract'
import type { MoveTree } from '@tegenzet/trees'
import type { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import { readMoves } from '../game/game-record.ts'
import { readOwnGame } from '../game/read-own-game.ts'
import type { CheckTree } from './check-tree.ts'
import { readGameAnalysis, writeGameAnalysis } from './game-analysis-store.ts'
import { notesOf, timeOf, timesAfter, withNote } from './played-notes.ts'
import { type Owner, storedTree } from './storage.ts'

interface SetNote extends z.output<typeof setNoteBody> {
  game: number
  owner: Owner
  /** The position, by plies played; null: the whole game. */
  ply: number | null
  arrivedAt: Date
  check: CheckTree
}

/** Matches any visible character. */
const VISIBLE = /[^\s\p{Cf}]/u
/** How often a note is written again because the analysis was changed meanwhile. */
const ATTEMPTS = 10

/** Sets a note on a position or a game, running or finished. A text without visible characters removes it. */
export async function setNote(db: Db, command: SetNote): Promise<Result<Note, Refusal>> {
  const { game: id, owner, arrivedAt: at, check } = command
  const own = await readOwnGame(db, id, owner.playerId)
  if (!own.ok) return own
  const { game } = own.value
  const ply = command.ply ?? 0
  if (ply > game.ply)
    return refuse(
      'not-found',
      `There is no position ${ply} in the game yet: ${game.ply} plies have been played.`,
    )
  const text = VISIBLE.test(command.text) ? command.text : ''
  const moves = (await readMoves(db, id)).map(({ move }) => move)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await readGameAnalysis(db, id, owner.playerId)
    const tree: MoveTree = stored ? storedTree(stored) : { rules: game.rules, start: null, nodes: [] }
    const before = { notes: notesOf(tree, moves), times: stored?.times ?? {}, since: stored?.updatedAt ?? at }
    const noted = (updatedAt: string | null): Note => ({ ply: command.ply, text, updatedAt })
    const known = before.notes.has(ply) ? timeOf(before, ply) : null
    if ((before.notes.get(ply) ?? '') === text) return ok(noted(known))
    if (command.knownAt !== undefined && command.knownAt !== known) return changedElsewhere
    const checked = await check(withNote(tree, moves, ply, text), tree)
    if (!checked.ok) return checked.error.code === 'malformed-tree' ? treeFull : checked
    const times = timesAfter(before, notesOf(checked.value, moves), at)
    const written = await writeGameAnalysis(db, owner, {
      gameId: id,
      tree: checked.value,
      times,
      replaces: stored?.version ?? 0,
      at,
    })
    if (!written.ok) return written
    if (written.value !== null) return ok(noted(times[ply] ?? null))
  }
  return changedElsewhere
}

const changedElsewhere = refuse('conflict', 'The note has been changed since: get it again.')
const treeFull = refuse(
  'limit-reached',
  'Your analysis of this game is too large for another note. Cut some of its variations.',
)
