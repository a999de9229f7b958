import { itemAt } from '@tegenzet/common'
import { type GamePosition, MAX_SAME_POSITIONS } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import {
  type Move,
  type Position,
  type PositionKey,
  positionLabel,
  positionsOf,
  quietPlies,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  samePositionKey,
  startPosition,
  trustedMove,
} from '@tegenzet/rules'
import { z } from 'zod'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'

// Positions are not stored: they follow from the moves, at a few microseconds a ply.

/** A part of a game's moves or positions. */
export interface Part {
  /** Only those of later plies. */
  after?: number | undefined
  limit?: number | undefined
}

/** A game's positions from 0 on; empty if the game does not exist. @param last only those up to this ply */
export async function readPositions(db: Db, gameId: number, last?: number): Promise<Position[]> {
  const played = (await readMovesPlayed(db, [gameId], last)).get(gameId)
  return played ? positionsOf(played.rules, played.moves) : []
}

/** How often a position has occurred in a game. */
export async function countOccurrences(db: Db, gameId: number, key: PositionKey): Promise<number> {
  const positions = await readPositions(db, gameId)
  return positions.filter((position) => position.startsWith(`${key} `)).length
}

/** Numbers the positions of a game as they come, from 0 on, and says which earlier ones are the same. */
export function numbering(rules: RuleSet): (position: Position) => GamePosition {
  const same = new Map<PositionKey, number[]>()
  let ply = -1
  return (position) => {
    const key = samePositionKey(rules, position)
    const earlier = same.get(key) ?? []
    same.set(key, earlier)
    const row = {
      ply: ++ply,
      number: positionLabel(ply),
      position,
      occurrence: earlier.length + 1,
      quiet: quietPlies(rules, position),
      sameAs: earlier.slice(-MAX_SAME_POSITIONS),
    }
    earlier.push(ply)
    return row
  }
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

/** The numbered positions of a game from 0 on, in steps that say how many they are. */
export function* numberedInSteps({ rules, moves }: MovesPlayed): Generator<number, GamePosition[]> {
  const numbered: GamePosition[] = []
  const number = numbering(rules)
  for (const positions of positionsInSteps(rules, moves)) {
    numbered.push(...positions.map(number))
    yield positions.length
  }
  return numbered
}

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
