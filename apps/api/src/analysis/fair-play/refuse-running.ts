import { ok, type Result } from '@tegenzet/common'
import { Prisma } from '@tegenzet/db'
import {
  type ByFamily,
  byFamily,
  type MillRules,
  type Position,
  RULE_SET_IDS,
  type RuleSet,
  type RuleSetId,
  ruleSet,
} from '@tegenzet/rules'
import { fingerprint } from '@tegenzet/tables'
import { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { type InSlices, MOVES_PER_READ } from '../../http/slices.ts'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { type Refusal, type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Db } from '../../store/transaction.ts'
import { HalmaPositions } from './halma-positions.ts'
import { MillPositions } from './mill-positions.ts'

/** What somebody wants help with. */
export interface Asked {
  rules: RuleSet
  positions: readonly Position[]
  /** Positions whose values are told: each tells what the best of the moves is worth, and so where they lead to. */
  valued?: readonly Position[]
  /** A game in which help is allowed. */
  except?: number
}

/** Who asks. */
export interface Asker {
  caller: Caller | null
  inSlices: InSlices
}

/**
 * Refuses help with positions that stand in a running game of the caller, or can arise from one within two plies, and with
 * values that tell what those are worth. Callers without a session or token are not refused: this only keeps honest people
 * honest.
 */
export async function refuseRunning(
  db: Db,
  { caller, inSlices }: Asker,
  asked: Asked,
): Promise<Refused | null> {
  const games = await runningGames(db, caller, asked)
  if (games.length === 0) return null
  const found = await inSlices(leadingTo(games, asked), MOVES_PER_READ)
  if (!found.ok) return found
  if (!found.value) return null
  return refuse(
    'game-running',
    `Your game ${found.value.id} is still running. You can look at this position when it is over.`,
  )
}

/** The positions that `refuseRunning` refuses. */
export async function findRunning(
  db: Db,
  { caller, inSlices }: Asker,
  asked: Asked,
): Promise<Result<ReadonlySet<Position>, Refusal>> {
  const games = await runningGames(db, caller, asked)
  return games.length === 0 ? ok(new Set()) : inSlices(halved(games, asked), MOVES_PER_READ)
}

/** Looks at ever fewer positions, until those that the games lead to are found. */
function* halved(games: readonly RunningGame[], asked: Asked): Generator<number, Set<Position>> {
  const { positions, valued = [] } = asked
  if (positions.length === 0 || !(yield* leadingTo(games, asked))) return new Set()
  if (positions.length === 1) return new Set(positions)
  const middle = Math.ceil(positions.length / 2)
  const found = new Set<Position>()
  for (const half of [positions.slice(0, middle), positions.slice(middle)]) {
    const part = { ...asked, positions: half, valued: valued.filter((position) => half.includes(position)) }
    for (const position of yield* halved(games, part)) found.add(position)
  }
  return found
}

const gameSchema = z.object({
  id: z.int(),
  rules: z.enum(RULE_SET_IDS),
  rulesRevision: z.int(),
  position: z.string().transform((text) => text as Position),
})
type RunningGame = z.infer<typeof gameSchema>

/** The caller's running games whose moves are the same, except that in which help is allowed. */
async function runningGames(db: Db, caller: Caller | null, { rules, except }: Asked): Promise<RunningGame[]> {
  if (!caller) return []
  const games = await readRows(
    db,
    gameSchema,
    Prisma.sql`
      SELECT id, rules, rules_revision AS "rulesRevision", position FROM ${runningGamesOf(caller.playerId)}
      WHERE rules IN (${Prisma.join(rulesAlike(rules))})`,
  )
  return games.filter(({ id }) => id !== except)
}

/** A game that leads to what is asked about, in steps. */
function* leadingTo(games: readonly RunningGame[], asked: Asked): Generator<number, RunningGame | null> {
  const leadsThere = yield* byFamily(asked.rules, LOOKOUTS).lookFor(asked)
  for (const game of games) {
    yield 0
    if (yield* leadsThere(ruleSet(game.rules, game.rulesRevision), game.position)) return game
  }
  return null
}

/** How positions of a family are looked for in running games, in steps. */
interface Lookout {
  lookFor(asked: Asked): Generator<number, (own: RuleSet, position: Position) => Generator<number, boolean>>
  /** Equal for rule sets with the same board and the same moves. */
  moves: string
}

export const LOOKOUTS: ByFamily<Lookout> = {
  mill: (rules) => ({
    *lookFor({ positions, valued = [] }) {
      const sought = yield* MillPositions.of(rules, positions, valued)
      return (own, position) => sought.mayAriseFrom(own as MillRules, position)
    },
    // whether taking is optional changes hardly a value
    moves: fingerprint({ ...rules, taking: 'optional' }),
  }),
  halma: ({ id }) => ({
    // there are no values
    *lookFor({ positions }) {
      const sought = new HalmaPositions(positions)
      return (_, position) => sought.mayAriseFrom(position)
    },
    moves: id,
  }),
}

const rulesAlike = (rules: RuleSet): RuleSetId[] => {
  const { moves } = byFamily(rules, LOOKOUTS)
  return RULE_SET_IDS.filter((id) => byFamily(ruleSet(id), LOOKOUTS).moves === moves)
}
