import { RULE_SET_IDS, type RuleSet, ruleSet, type Side } from '@tegenzet/rules'
import { bestMove, LEVELS, type Level } from '../src/index.ts'
import { match, type Player, randomFrom, randomPlayer } from './match.ts'

/**
 * `pnpm bench:engine`: the engine against a random player, then level against level. It is seeded and limited by nodes,
 * so every machine gives the same figures. Fails if the engine wins fewer than 95 of 100 games of a rule set.
 */
const GAMES = 100
const WINS = 95
const LEVEL: Level = 3
const NODES = 1_000
const LEVEL_GAMES = 6
const LEVEL_NODES = 30_000
/** Ends mill games without a winner, which could go on forever where draws are claimed. */
const MAX_PLIES = 300

const engine =
  (level: Level, maxNodes: number, random: () => number): Player =>
  (rules, positions) =>
    bestMove(rules, positions, { level, maxNodes, now: () => 0, random })!.move

/** The first player's wins, draws and losses; it plays white in every other game. */
function series(
  rules: RuleSet,
  games: number,
  first: (random: () => number) => Player,
  second: (random: () => number) => Player,
): [wins: number, draws: number, losses: number] {
  const counts: [number, number, number] = [0, 0, 0]
  for (let game = 0; game < games; game++) {
    const random = randomFrom(game + 1)
    const side: Side = game % 2 === 0 ? 'white' : 'black'
    const [one, other] = [first(random), second(random)]
    const players = side === 'white' ? { white: one, black: other } : { white: other, black: one }
    const winner = match(rules, players, MAX_PLIES).outcome?.winner
    counts[!winner ? 1 : winner === side ? 0 : 2]++
  }
  return counts
}

console.log(
  `level ${LEVEL}, ${NODES} nodes per move, against a random player, ${GAMES} games: won, drawn, lost`,
)
for (const id of RULE_SET_IDS) {
  const startedAt = performance.now()
  const counts = series(ruleSet(id), GAMES, (random) => engine(LEVEL, NODES, random), randomPlayer)
  console.log(`${id}: ${counts.join(' ')} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  if (counts[0] < WINS) process.exitCode = 1
}

console.log(
  `each level against the one below, ${LEVEL_NODES} nodes per move, ${LEVEL_GAMES} games: won, drawn or unfinished after ${MAX_PLIES} plies, lost`,
)
for (const id of RULE_SET_IDS) {
  const results = LEVELS.slice(1).map((level) => {
    const below = (level - 1) as Level
    const counts = series(
      ruleSet(id),
      LEVEL_GAMES,
      (random) => engine(level, LEVEL_NODES, random),
      (random) => engine(below, LEVEL_NODES, random),
    )
    return `${level} over ${below}: ${counts.join(' ')}`
  })
  console.log(`${id}: ${results.join('; ')}`)
}
