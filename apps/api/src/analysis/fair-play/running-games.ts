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
import { runningGamesOf } from '../../outbox/read-events.ts'
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
type RunningGame = z.output<typeof gameSchema>

const COLUMNS = Prisma.sql`id, rules, rules_revision AS "rulesRevision", position`
/** Games after which other requests get their turn. */
const GAMES_PER_TURN = 20
/** Games of everybody that are read at a time. */
const BATCH = 500

/** The running game of a player in which one of these positions stands, or can arise within two plies; null without one. */
export async function gameOfPlayer(
  tx: Tx,
  playerId: number,
  rules: RuleSet,
  positions: readonly Position[],
): Promise<number | null> {
  const games = await readRows(
    tx,
    gameSchema,
    Prisma.sql`
      SELECT ${COLUMNS} FROM ${runningGamesOf(playerId)} WHERE rules IN (${Prisma.join(rulesAlike(rules))})`,
  )
  return firstOf(games, ariseTest(rules, positions))
}

/** The same for a position and the running games of everybody. */
export async function arisesInAnyGame(tx: Tx, rules: RuleSet, position: Position): Promise<boolean> {
  const arises = ariseTest(rules, [position])
  for (let after = 0; ; ) {
    const games = await readRows(
      tx,
      gameSchema,
      Prisma.sql`
        SELECT ${COLUMNS} FROM games
        WHERE status IN ('active', 'claimed') AND rules IN (${Prisma.join(rulesAlike(rules))}) AND id > ${after}
        ORDER BY id LIMIT ${BATCH}`,
    )
    if ((await firstOf(games, arises)) !== null) return true
    if (games.length < BATCH) return false
    after = games.at(-1)!.id
  }
}

async function firstOf(games: readonly RunningGame[], arises: AriseFrom): Promise<number | null> {
  for (const [n, game] of games.entries()) {
    if (arises(ruleSet(game.rules, game.rulesRevision), game.position)) return game.id
    if (n % GAMES_PER_TURN === GAMES_PER_TURN - 1) await nextTurn()
  }
  return null
}

/** Whether one of the sought positions can arise within two plies from a position of a game of such rules. */
type AriseFrom = (own: RuleSet, position: Position) => boolean

const ariseTest = (rules: RuleSet, positions: readonly Position[]): AriseFrom =>
  byFamily<AriseFrom>(rules, {
    mill: (rules) => {
      const sought = new SoughtPositions(rules, positions)
      return (own, position) => sought.ariseFrom(own as MillRules, position)
    },
    halma: () => (_, position) => mayArise(position, positions),
  })

/** Rule sets with the same board and the same moves: whether taking is optional changes hardly a value. */
const rulesAlike = (rules: RuleSet): RuleSetId[] =>
  RULE_SET_IDS.filter((id) => movesOf(ruleSet(id)) === movesOf(rules))

const movesOf = (rules: RuleSet): string =>
  byFamily(rules, {
    mill: (rules) => fingerprint({ ...rules, taking: 'optional' }),
    halma: ({ id }) => id,
  })
