import type { GamePuzzleModel } from '@tegenzet/db'
import type { Puzzle } from '@tegenzet/puzzles'
import { type RuleSet, type RuleSetId, trustedMove, trustedPosition } from '@tegenzet/rules'
import type { PuzzleTheme } from '@tegenzet/rules/puzzle-themes'
import type { Tx } from '../../store/transaction.ts'
import { positionKey } from '../explorer/position-key.ts'

/** As many of the newest as `next` chooses from: reading them must not take longer with every game. */
const NEWEST = 500

/** The newest puzzles from games, of one rule set if it is given. */
export async function readNewestGamePuzzles(tx: Tx, rules: RuleSetId | undefined): Promise<Puzzle[]> {
  const rows = await tx.gamePuzzle.findMany({
    where: rules === undefined ? {} : { rules },
    orderBy: { madeAt: 'desc' },
    take: NEWEST,
  })
  return rows.map(decode)
}

/** Those puzzles of these ids that come from games. */
export async function readGamePuzzles(tx: Tx, ids: readonly string[]): Promise<Puzzle[]> {
  if (ids.length === 0) return []
  return (await tx.gamePuzzle.findMany({ where: { id: { in: [...ids] } } })).map(decode)
}

export interface NewGamePuzzle {
  puzzle: Puzzle
  game: number
  ply: number
  rules: RuleSet
  at: Date
}

/** Adds a puzzle, unless there is one of the same position or of a mirror image. */
export async function insertGamePuzzle(
  tx: Tx,
  { puzzle, game, ply, rules, at }: NewGamePuzzle,
): Promise<void> {
  const { id, position, solution, value, plies, themes, rating } = puzzle
  await tx.gamePuzzle.createMany({
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
