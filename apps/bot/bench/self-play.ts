import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bestMove } from '@tegenzet/engine'
import { loadEndings } from '@tegenzet/engine/node'
import { isRuleSetId, type MillRules, play, QUIET_LIMIT, REPETITION, ruleSet } from '@tegenzet/rules'
import { decodeMillPosition } from '@tegenzet/rules/mill'
import { randomFrom, randomGame, randomPlayer } from '../../../packages/engine/bench/match.ts'
import { toBytes } from '../../../packages/engine/bench/samples.ts'
import { millKey } from '../../../packages/engine/src/mill-board.ts'

const TABLES = fileURLToPath(new URL('../../../packages/tables/data', import.meta.url))

/**
 * `node --conditions=tegenzet-source --import tsx apps/bot/bench/self-play.ts RULES FIRST GAMES FILE`: plays games of the engine
 * against itself, numbered from FIRST, and appends their positions to FILE for `packages/engine/bench/fit-weights.ts`. The same
 * numbers give the same games. A process uses one core: several share the work.
 */
const [id = '', first = '1', games = '1000', file = ''] = process.argv.slice(2)
if (!isRuleSetId(id) || file === '') throw new Error('usage: self-play.ts RULES FIRST GAMES FILE')
const rules = ruleSet(id) as MillRules
const endings = await loadEndings([TABLES], rules)

const OPENING_PLIES = 10
const MAX_PLIES = 220
/** The share of random moves, so that unequal positions come up. */
const RANDOM_MOVES = 0.04
const LEAST_NODES = 1_500
const MOST_NODES = 5_000
/** Most games end as soon as the search sees a win. */
const PLAYED_TO_END = 0.3
/** Positions closer to the draw by quiet moves are left out: their scores reflect that draw. */
const MOST_QUIET = 60

for (let game = Number(first); game < Number(first) + Number(games); game++) {
  const random = randomFrom(game)
  const positions = randomGame(rules, game, Math.floor(random() * OPENING_PLIES))
  const randomly = randomPlayer(random)
  const toEnd = random() < PLAYED_TO_END
  const searched: { low: number; high: number; score: number; side: string }[] = []
  let winner: string | null = null
  while (positions.length < MAX_PLIES) {
    const position = positions.at(-1)!
    const { side, quiet } = decodeMillPosition(rules, position)
    const maxNodes = LEAST_NODES + Math.floor(random() * (MOST_NODES - LEAST_NODES))
    const found = bestMove(rules, positions, { maxNodes, maxMillis: 1e9, now: () => 0, random, endings })!
    const [low, high] = millKey(rules, position)
    if (quiet <= MOST_QUIET) searched.push({ low, high, score: found.score, side })
    if (!toEnd && found.decidedIn !== null) {
      winner = found.decidedIn > 0 === (side === 'white') ? 'white' : 'black'
      break
    }
    const move = random() < RANDOM_MOVES ? randomly(rules, positions) : found.move
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(played.error.message)
    const { outcome, occurrence } = played.value
    if (outcome) winner = outcome.winner
    if (outcome || occurrence >= REPETITION || (played.value.quiet ?? 0) >= QUIET_LIMIT) break
    positions.push(played.value.position)
  }
  const samples = searched.map(({ side, ...rest }) => {
    const result = winner === null ? 0 : winner === side ? 1 : -1
    return { ...rest, result, game }
  })
  appendFileSync(file, toBytes(samples))
}
