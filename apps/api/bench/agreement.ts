import { parseArgs } from 'node:util'
import { bestMove, LEVELS, type Level } from '@tegenzet/engine'
import { isRuleSetId, positionsOf, RULE_SET_IDS, type RuleSet, ruleSet } from '@tegenzet/rules'
import { match, type Player, randomFrom } from '../../../packages/engine/bench/match.ts'
import { compareMoves } from '../src/moderation/engine-comparison/compare-moves.ts'

// `pnpm bench agreement [--rules ID,ID] [--games N]`: how many moves agree with the engine as admins see it, of each built-in level
// that plays against itself. Seeded and limited by nodes, so every machine gives the same shares.

/** For level 5, which is limited by time alone. */
const TOP_NODES = 30_000
const MAX_PLIES = 150

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: RULE_SET_IDS.join() },
    games: { type: 'string', default: '10' },
  },
})

for (const id of values.rules.split(',').filter(isRuleSetId)) {
  const shares = LEVELS.map((level) => {
    const agree: boolean[] = []
    for (let game = 1; game <= Number(values.games); game++)
      agree.push(...compareGame(ruleSet(id), level, game))
    return `${Math.round((100 * agree.filter(Boolean).length) / agree.length)} % of ${agree.length}`
  })
  console.log(`${id}, levels ${LEVELS.join(', ')}: ${shares.join(', ')}`)
}

/** Whether each move of a game that counts agrees. */
function compareGame(rules: RuleSet, level: Level, seed: number): boolean[] {
  const random = randomFrom(seed)
  const player: Player = (rules, positions) =>
    bestMove(rules, positions, { level, maxNodes: TOP_NODES, now: () => 0, random })!.move
  const { moves } = match(rules, { white: player, black: player }, MAX_PLIES)
  return compareMoves(rules, positionsOf(rules, moves), moves)
    .filter((verdict) => verdict !== 'not-counted')
    .map((verdict) => verdict === 'agrees')
}
