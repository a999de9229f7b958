import { parseArgs } from 'node:util'
import { bestMove, LEVELS, type Level } from '@tegenzet/engine'
import { loadEndings } from '@tegenzet/engine/node'
import { isRuleSetId, RULE_SET_IDS, type RuleSet, type RuleSetId, ruleSet, type Side } from '@tegenzet/rules'
import {
  match,
  type Player,
  randomFrom,
  randomGame,
  randomPlayer,
} from '../../../packages/engine/bench/match.ts'
import { findOnlyMoves } from '../../../packages/engine/bench/only-moves.ts'
import { splitCommand } from '../src/foreign/split-command.ts'
import { playAgainst } from './against.ts'

/**
 * `pnpm bench engine [--rules ID,ID]`: how fast the engine is, then the engine against a random player, then level against level.
 * Games are seeded and limited by nodes, so every machine gives the same results. Fails if the engine wins fewer than 95 of 100
 * games of a rule set against a random player.
 * `pnpm bench engine --against COMMAND [--option NAME=VALUE …] [--rules ID,ID] [--games N] [--millis N]`: plays a match with any
 * program that speaks UCI, and compares the speed.
 * `pnpm bench engine --only-moves N`: how often it finds the only move that keeps the value, in N endings of every group.
 */
const GAMES = 100
const WINS = 95
const LEVEL: Level = 3
const NODES = 1_000
const LEVEL_GAMES = 60
/** For level 5, which is limited by time alone. */
const TOP_NODES = 100_000
/** Random plies that a game begins with: strong levels would play the same game again and again. */
const OPENING_PLIES = 4
/** Ends mill games without a winner, which could go on forever where draws are claimed. */
const MAX_PLIES = 300

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    option: { type: 'string', multiple: true, default: [] },
    rules: { type: 'string', default: RULE_SET_IDS.join() },
    games: { type: 'string', default: '20' },
    millis: { type: 'string', default: '1000' },
    'only-moves': { type: 'string' },
  },
})
const ids = values.rules.split(',').filter((id): id is RuleSetId => isRuleSetId(id))

if (values.against) {
  const options = values.option.map((option) => option.split('=', 2) as [string, string])
  await playAgainst(splitCommand(values.against), options, ids, Number(values.games), Number(values.millis))
} else if (values['only-moves']) {
  await findOnlyMoves(Number(values['only-moves']), loadEndings)
} else {
  measureSpeed()
  playRandom()
  playLevels()
}

/** Positions a processor second and the depth after a second, from positions that random play comes to. */
function measureSpeed(): void {
  console.log('positions per second of processor time; depths after a second at 0, 8, 16, 26 and 40 plies')
  for (const id of ids) {
    const depths: number[] = []
    let [nodes, micros] = [0, 0]
    for (const plies of [0, 0, 8, 16, 26, 40]) {
      const before = process.cpuUsage()
      const millis = () => {
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      }
      const found = bestMove(ruleSet(id), randomGame(ruleSet(id), plies + 1, plies), {
        maxMillis: 1000,
        now: millis,
        random: () => 0,
      })
      nodes += found!.nodes
      micros += millis() * 1000
      depths.push(found!.depth)
    }
    // the first warms up
    console.log(`${id}: ${Math.round((1e6 * nodes) / micros)}, ${depths.slice(1).join(' ')}`)
  }
}

function playRandom(): void {
  console.log(
    `level ${LEVEL}, ${NODES} nodes per move, against a random player, ${GAMES} games: won, drawn, lost`,
  )
  for (const id of ids) {
    const startedAt = performance.now()
    const player = (random: () => number) => engine(LEVEL, NODES, random)
    const counts = series(ruleSet(id), GAMES, player, randomPlayer)
    console.log(`${id}: ${counts.join(' ')} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
    if (counts[0] < WINS) process.exitCode = 1
  }
}

function playLevels(): void {
  console.log(
    `each level against the one below, level 5 with ${TOP_NODES} nodes per move, ${LEVEL_GAMES} games: won, drawn or unfinished after ${MAX_PLIES} plies, lost`,
  )
  for (const id of ids) {
    const results = LEVELS.slice(1).map((level) => {
      const below = (level - 1) as Level
      const counts = series(
        ruleSet(id),
        LEVEL_GAMES,
        (random) => engine(level, TOP_NODES, random),
        (random) => engine(below, TOP_NODES, random),
      )
      return `${level} over ${below}: ${counts.join(' ')}`
    })
    console.log(`${id}: ${results.join('; ')}`)
  }
}

function engine(level: Level, maxNodes: number, random: () => number): Player {
  return (rules, positions) => bestMove(rules, positions, { level, maxNodes, now: () => 0, random })!.move
}

/** The first player's wins, draws and losses; each opening is played twice, with colours exchanged. */
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
    const opening = randomGame(rules, 1 + (game >> 1), OPENING_PLIES)
    const winner = match(rules, players, MAX_PLIES, opening).outcome?.winner
    counts[!winner ? 1 : winner === side ? 0 : 2]++
  }
  return counts
}
