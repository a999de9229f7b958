import type { GamePosition } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  itemAt,
  type Move,
  occurrences,
  type Position,
  type PositionKey,
  positionLabel,
  positionsOf,
  quietPlies,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedMove,
} from '@tegenzet/rules'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { type PositionRow, withSamePositions } from './same-positions.ts'

// Positions are not stored: they follow from the moves, at a few microseconds a ply.

/** A part of a game's moves or positions. */
export interface Part {
  /** Only those of later plies. */
  after?: number | undefined
  limit?: number | undefined
}

/** A game's positions from 0 on; empty if the game does not exist. */
export async function readPositions(db: Db, gameId: number, part: Part = {}): Promise<PositionRow[]> {
  const played = await readPlayed(db, gameId, part)
  return played ? positionRows(played.rules, played.moves, part.after) : []
}

/** As `readPositions`, with the numbers of the earlier positions that are the same. */
export async function readNumberedPositions(
  db: Db,
  gameId: number,
  part: Part = {},
): Promise<GamePosition[]> {
  const played = await readPlayed(db, gameId, part)
  if (!played) return []
  const { rules, moves } = played
  const rows = positionRows(rules, moves, part.after)
  if (rows.every(({ occurrence }) => occurrence === 1)) return rows.map((row) => ({ ...row, sameAs: [] }))
  return withSamePositions(rules, positionRows(rules, moves)).slice(-rows.length)
}

/** How often a position has occurred in a game. */
export async function countOccurrences(db: Db, gameId: number, key: PositionKey): Promise<number> {
  const played = await readPlayed(db, gameId)
  const positions = played ? positionsOf(played.rules, played.moves) : []
  return positions.filter((position) => position.startsWith(`${key} `)).length
}

/** The positions of a game with these moves, from 0 on. @param after only those of later plies */
const positionRows = (rules: RuleSet, moves: readonly Move[], after?: number): PositionRow[] =>
  numbered(rules, positionsOf(rules, moves), after)

/** All positions of a game from 0 on, with what can be said of each. @param after only those of later plies */
export function numbered(rules: RuleSet, positions: readonly Position[], after = -1): PositionRow[] {
  const counts = occurrences(rules, positions)
  return positions.slice(after + 1).map((position, n) => {
    const ply = after + 1 + n
    return {
      ply,
      number: positionLabel(ply),
      position,
      occurrence: itemAt(counts, ply),
      quiet: quietPlies(rules, position),
    }
  })
}

/** Plies that are played before other work gets its turn. */
const PLIES_A_STEP = 20

/** A game's positions from 0 on, some at a time. */
export function* positionsInSteps(rules: RuleSet, moves: readonly Move[]): Generator<Position[], void> {
  let last = startPosition(rules)
  yield [last]
  for (let ply = 0; ply < moves.length; ply += PLIES_A_STEP) {
    const positions = positionsOf(rules, moves.slice(ply, ply + PLIES_A_STEP), last).slice(1)
    yield positions
    last = itemAt(positions, -1)
  }
}

const readPlayed = async (db: Db, id: number, { after = -1, limit }: Part = {}) =>
  (await readMovesPlayed(db, [id], limit === undefined ? undefined : after + limit)).get(id)

/** What a game's positions follow from. */
export interface MovesPlayed {
  rules: RuleSet
  moves: Move[]
}

const playedRow = z.object({
  id: z.int(),
  rules: z.enum(RULE_SET_IDS),
  revision: z.int(),
  moves: z.string().nullable(),
})

/** The moves of games by id. @param last only those up to this ply */
export async function readMovesPlayed(
  db: Db,
  gameIds: readonly number[],
  last?: number,
): Promise<ReadonlyMap<number, MovesPlayed>> {
  if (gameIds.length === 0) return new Map()
  const upTo = last === undefined ? Prisma.empty : Prisma.sql`WHERE ply <= ${last}`
  const rows = await readRows(
    db,
    playedRow,
    Prisma.sql`
      SELECT id, rules, rules_revision AS revision, (
        SELECT string_agg(move, ' ' ORDER BY ply) FROM moves_of(games.id) ${upTo}
      ) AS moves FROM games WHERE id = ANY(${[...gameIds]}::int[])`,
  )
  return new Map(
    rows.map(({ id, rules, revision, moves }) => [
      id,
      { rules: ruleSet(rules, revision), moves: (moves?.split(' ') ?? []).map(trustedMove) },
    ]),
  )
}
