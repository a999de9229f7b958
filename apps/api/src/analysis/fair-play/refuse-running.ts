import { setImmediate as nextTurn } from 'node:timers/promises'
import { Prisma } from '@tegenzet/db'
import {
  type ByFamily,
  byFamily,
  type MillRules,
  type Move,
  type Position,
  positionsOf,
  RULE_SET_IDS,
  type RuleSet,
  type RuleSetId,
  ruleSet,
} from '@tegenzet/rules'
import { fingerprint } from '@tegenzet/tables'
import { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { runningGamesOf } from '../../outbox/read-events.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { readRows } from '../../store/read-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { mayArise } from './halma-positions.ts'
import { SoughtPositions } from './sought-positions.ts'

const gameSchema = z.object({
  id: z.int(),
  rules: z.enum(RULE_SET_IDS),
  rulesRevision: z.int(),
  position: z.string().transform((text) => text as Position),
})
type RunningGame = z.infer<typeof gameSchema>

/** Games after which other requests get their turn. */
const GAMES_PER_TURN = 20

/**
 * Refuses help with positions that stand in a running game of the caller, or can arise from one within two plies. Callers
 * without a session or token are not refused: this only keeps honest people honest.
 */
export async function refuseRunning(
  tx: Tx,
  caller: Caller | null,
  rules: RuleSet,
  positions: readonly Position[],
): Promise<Refused | null> {
  if (!caller || positions.length === 0) return null
  const [game] = await leadingTo(await runningGames(tx, caller, rules), rules, positions)
  if (!game) return null
  return refuse(
    'game-running',
    `Your game ${game.id} is still running. You can look at this position when it is over.`,
  )
}

/** The moves that the caller may get help with: the positions that they lead to would not be refused. */
export async function withoutRunning<T extends { move: Move }>(
  tx: Tx,
  caller: Caller | null,
  rules: RuleSet,
  position: Position,
  moves: T[],
): Promise<T[]> {
  if (!caller || moves.length === 0) return moves
  const after = ({ move }: T) => positionsOf(rules, [move], position).slice(1)
  const games = await leadingTo(await runningGames(tx, caller, rules), rules, moves.flatMap(after))
  if (games.length === 0) return moves
  const permitted: T[] = []
  for (const move of moves)
    if ((await leadingTo(games, rules, after(move))).length === 0) permitted.push(move)
  return permitted
}

/** The caller's running games whose moves are the same. */
const runningGames = (tx: Tx, caller: Caller, rules: RuleSet): Promise<RunningGame[]> =>
  readRows(
    tx,
    gameSchema,
    Prisma.sql`
      SELECT id, rules, rules_revision AS "rulesRevision", position FROM ${runningGamesOf(caller.playerId)}
      WHERE rules IN (${Prisma.join(rulesAlike(rules))})`,
  )

/** The games from which one of the positions can arise within two plies. */
async function leadingTo(
  games: readonly RunningGame[],
  rules: RuleSet,
  positions: readonly Position[],
): Promise<RunningGame[]> {
  const ariseFrom = byFamily(rules, LOOKOUTS).sought(positions)
  const found: RunningGame[] = []
  for (const [n, game] of games.entries()) {
    if (ariseFrom(ruleSet(game.rules, game.rulesRevision), game.position)) found.push(game)
    if (n % GAMES_PER_TURN === GAMES_PER_TURN - 1) await nextTurn()
  }
  return found
}

/** How positions of a family are looked for in running games. */
interface Lookout {
  /** Whether one of the sought positions can arise within two plies from a position of a game of rules like these. */
  sought(positions: readonly Position[]): (own: RuleSet, position: Position) => boolean
  /** Equal for rule sets with the same board and the same moves. */
  moves: string
}

export const LOOKOUTS: ByFamily<Lookout> = {
  mill: (rules) => ({
    sought: (positions) => {
      const sought = new SoughtPositions(rules, positions)
      return (own, position) => sought.ariseFrom(own as MillRules, position)
    },
    // whether taking is optional changes hardly a value
    moves: fingerprint({ ...rules, taking: 'optional' }),
  }),
  halma: ({ id }) => ({
    sought: (positions) => (_, position) => mayArise(position, positions),
    moves: id,
  }),
}

const rulesAlike = (rules: RuleSet): RuleSetId[] => {
  const { moves } = byFamily(rules, LOOKOUTS)
  return RULE_SET_IDS.filter((id) => byFamily(ruleSet(id), LOOKOUTS).moves === moves)
}
