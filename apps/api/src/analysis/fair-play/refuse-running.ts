import { setImmediate as nextTurn } from 'node:timers/promises'
import { Prisma } from '@tegenzet/db'
import {
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
  const games = await readRows(
    tx,
    gameSchema,
    Prisma.sql`
      SELECT id, rules, rules_revision AS "rulesRevision", position FROM ${runningGamesOf(caller.playerId)}
      WHERE rules IN (${Prisma.join(rulesAlike(rules))})`,
  )
  const ariseFrom = byFamily<AriseFrom>(rules, {
    mill: (rules) => {
      const sought = new SoughtPositions(rules, positions)
      return (own, position) => sought.ariseFrom(own as MillRules, position)
    },
    halma: () => (_, position) => mayArise(position, positions),
  })
  for (const [n, game] of games.entries()) {
    if (ariseFrom(ruleSet(game.rules, game.rulesRevision), game.position))
      return refuse(
        'game-running',
        `Your game ${game.id} is still running. You can look at this position when it is over.`,
      )
    if (n % GAMES_PER_TURN === GAMES_PER_TURN - 1) await nextTurn()
  }
  return null
}

/** Whether one of the sought positions can arise within two plies from a position of a game of such rules. */
type AriseFrom = (own: RuleSet, position: Position) => boolean

/** Rule sets with the same board and the same moves: whether taking is optional changes hardly a value. */
const rulesAlike = (rules: RuleSet): RuleSetId[] =>
  RULE_SET_IDS.filter((id) => movesOf(ruleSet(id)) === movesOf(rules))

const movesOf = (rules: RuleSet): string =>
  byFamily(rules, {
    mill: (rules) => fingerprint({ ...rules, taking: 'optional' }),
    halma: ({ id }) => id,
  })
