import type { GamePuzzleModel } from '@tegenzet/db'
import type { Puzzle } from '@tegenzet/puzzles'
import type { PuzzleTheme } from '@tegenzet/puzzles/themes'
import { type RuleSet, type RuleSetId, trustedMove, trustedPosition } from '@tegenzet/rules'
import type { Db } from '../../store/transaction.ts'
import { positionKey } from '../explorer/position-key.ts'

/** As many as `next` chooses from at a time: reading them must not take longer with every game. */
const SOME = 100

/** Some puzzles from games in the order of their ids, of one rule set if it is given: from an id on, and then from the first. */
export async function readGamePuzzlesFrom(
  db: Db,
  rules: RuleSetId | undefined,
  from: string,
): Promise<Puzzle[]> {
  const read = (id: { gte: string } | { lt: string }, take: number) =>
    db.gamePuzzle.findMany({
      where: { ...(rules && { rules }), id },
      orderBy: { id: 'asc' },
      take,
    })
  const rows = await read({ gte: from }, SOME)
  if (rows.length < SOME) rows.push(...(await read({ lt: from }, SOME - rows.length)))
  return rows.map(decode)
}

/** Those puzzles of these ids that come from games. */
export async function readGamePuzzles(db: Db, ids: readonly string[]): Promise<Puzzle[]> {
  if (ids.length === 0) return []
  return (await db.gamePuzzle.findMany({ where: { id: { in: [...ids] } } })).map(decode)
}

interface NewGamePuzzle {
  puzzle: Puzzle
  game: number
  ply: number
  rules: RuleSet
  at: Date
}

/** Adds a puzzle, unless there is one of the same position or of a mirror image. */
export async function insertGamePuzzle(
  db: Db,
  { puzzle, game, ply, rules, at }: NewGamePuzzle,
): Promise<void> {
  const { id, position, solution, value, plies, themes, rating } = puzzle
  await db.gamePuzzle.createMany({
    data: [
      {
        id,
        gameId: game,
        ply,
        rules: rules.id,
        position,
        key: positionKey(rules, position),
        solution,
        value,
        plies,
        themes,
        rating,
        madeAt: at,
      },
    ],
    skipDuplicates: true,
  })
}

/** See the migration for what the columns may contain. */
const decode = (row: GamePuzzleModel): Puzzle => ({
  id: row.id,
  rules: row.rules as RuleSetId,
  position: trustedPosition(row.position),
  solution: row.solution.map(trustedMove),
  value: row.value as Puzzle['value'],
  plies: row.plies,
  themes: row.themes as PuzzleTheme[],
  rating: row.rating,
  source: { kind: 'game', game: row.gameId },
})
