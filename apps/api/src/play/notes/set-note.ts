import type { Note, setNoteBody } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { z } from 'zod'
import { type Refusal, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { readOwnGame } from '../game/read-own-game.ts'

/** The ply under which a note on the whole game is stored. */
export const WHOLE_GAME = -1

export interface SetNote extends z.output<typeof setNoteBody> {
  game: number
  playerId: number
  /** The position, by plies played; null: the whole game. */
  ply: number | null
  arrivedAt: Date
}

/** Matches any visible character. */
const VISIBLE = /[^\s\p{Cf}]/u

/** Sets a note on a position or a game, running or finished. A text without visible characters removes it. */
export async function setNote(tx: Tx, command: SetNote): Promise<Result<Note, Refusal>> {
  const found = await readOwnGame(tx, command.game, command.playerId)
  if (!found.ok) return found
  const { game, side } = found.value
  const { ply, text } = command
  if (ply !== null && ply > game.ply)
    return refuse(
      'not-found',
      `There is no position ${ply} in the game yet: ${game.ply} plies have been played.`,
    )

  const which = Prisma.sql`n.game_id = ${game.id} AND n.by = ${side}::side AND n.ply = ${ply ?? WHOLE_GAME}`
  if (!VISIBLE.test(text)) {
    const [left] = await tx.$queryRaw<unknown[]>`
      WITH gone AS (DELETE FROM notes n WHERE ${which} AND ${isKnown(command)} RETURNING n.ply)
      SELECT n.ply FROM notes n WHERE ${which} AND NOT EXISTS (SELECT FROM gone)`
    return left ? changedElsewhere : ok({ ply, text: '', updatedAt: null })
  }
  const [written] = await readRows(
    tx,
    z.object({ updatedAt: z.date() }),
    Prisma.sql`
    INSERT INTO notes AS n (game_id, by, ply, text, updated_at)
    SELECT ${game.id}::int, ${side}::side, ${ply ?? WHOLE_GAME}::int, ${text}, ${command.arrivedAt}::timestamptz
    WHERE ${!command.knownAt} OR EXISTS (SELECT FROM notes n WHERE ${which})
    ON CONFLICT (game_id, by, ply) DO UPDATE SET
      text = excluded.text,
      -- a changed text gets a new time, which tells versions apart
      updated_at = CASE WHEN n.text = excluded.text THEN n.updated_at
        ELSE greatest(excluded.updated_at, n.updated_at + interval '1 millisecond') END
    WHERE ${isKnown(command)} OR n.text = excluded.text
    RETURNING updated_at AS "updatedAt"`,
  )
  return written ? ok({ ply, text, updatedAt: written.updatedAt.toISOString() }) : changedElsewhere
}

/** Whether the stored note `n` is the version that the player edited. */
const isKnown = ({ knownAt }: SetNote): Prisma.Sql =>
  knownAt === undefined
    ? Prisma.sql`true`
    : knownAt === null
      ? Prisma.sql`false`
      : Prisma.sql`n.updated_at = ${knownAt}::timestamptz`

const changedElsewhere = refuse('conflict', 'The note has been changed since: get it again.')
