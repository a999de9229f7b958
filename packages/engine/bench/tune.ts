import { type MillRules, type Position, play, QUIET_LIMIT, REPETITION, ruleSet } from '@tegenzet/rules'
import { count, decodeMillPosition } from '@tegenzet/rules/mill'
import { bestMove } from '../src/index.ts'
import { phaseOf } from '../src/mill-evaluation.ts'
import { EMPTY, ENEMY, FEATURES, millPatterns, OWN } from '../src/mill-patterns.ts'
import { fromRules, millShape } from '../src/mill-shape.ts'
import { FLYING, MOVING, PHASES, weightsOf } from '../src/mill-weights.ts'
import { randomFrom, randomGame } from './match.ts'

/**
 * `node --import tsx packages/engine/bench/tune.ts [GAMES] [RULES]`: fits the weights of mill games to the results of games that
 * the engine plays against itself, and prints them for `mill-weights.ts`. One rule set of each kind stands for all.
 */
const [games = '1500', ...only] = process.argv.slice(2)
const RULES = ['muehle', 'merels', 'merels-diagonal-wild', 'merels-diagonal'] as const
const MAX_PLIES = 250
/** How much of a position's target is the game's result; the rest is the score of the search. */
const RESULT_SHARE = 0.6
/** The score with which about 73 of 100 points are expected. */
const SCALE = 150
/** What a stone counts when one side flies: less, and taking the fourth, after which the other side flies, looks bad. */
const FLYING_STONE = 130
const ROUNDS = 400
const LEARNING_RATE = 0.02
/** Pulls weights towards those before, in proportion to the positions of a phase. */
const PRIOR = 2e-4

interface Sample {
  phase: number
  /** `stone`, `turn`, then own and enemy features; few are not zero. */
  indexes: number[]
  counts: number[]
  target: number
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

/** The positions of a game, with targets. */
function samplesOf(rules: MillRules, seed: number): Sample[] {
  const random = randomFrom(seed)
  const positions = randomGame(rules, seed, Math.floor(random() * 9))
  const from = positions.length - 1
  const scores: number[] = []
  let winner: string | null = null
  while (positions.length < MAX_PLIES) {
    const maxNodes = 300 + Math.floor(random() * 900)
    const found = bestMove(rules, positions, { maxNodes, maxMillis: 1e9, now: () => 0, random })!
    const played = play(rules, positions, found.move)
    if (!played.ok) throw new Error(played.error.message)
    scores.push(found.score)
    const { outcome, position, occurrence, quiet } = played.value
    if (outcome) {
      winner = outcome.winner
      break
    }
    if (occurrence >= REPETITION || (quiet ?? 0) >= QUIET_LIMIT) break
    positions.push(position)
  }
  return scores.map((score, n) => {
    const position = positions[from + n]!
    const { side } = decodeMillPosition(rules, position)
    const result = winner === null ? 0.5 : winner === side ? 1 : 0
    const expected = sigmoid(Math.max(-2000, Math.min(2000, score)) / SCALE)
    return { ...featuresOf(rules, position), target: RESULT_SHARE * result + (1 - RESULT_SHARE) * expected }
  })
}

function featuresOf(rules: MillRules, position: Position): Omit<Sample, 'target'> {
  const { stones, hands, side } = decodeMillPosition(rules, position)
  const other = side === 'white' ? 'black' : 'white'
  const shape = millShape(rules)
  const own = fromRules(shape, rules, stones[side])
  const enemy = fromRules(shape, rules, stones[other])
  const cells = Uint8Array.from(shape.names, (_, point) =>
    (own >> point) & 1 ? OWN : (enemy >> point) & 1 ? ENEMY : EMPTY,
  )
  const values = new Float64Array(2 + 2 * FEATURES.length)
  values[0] = count(own) + hands[side] - count(enemy) - hands[other]
  values[1] = 1
  for (const { feature, holds } of millPatterns(rules)) {
    const at = 2 + FEATURES.indexOf(feature)
    if (holds(cells, OWN)) values[at]!++
    if (holds(cells, ENEMY)) values[at + FEATURES.length]!--
  }
  const indexes = [...values.keys()].filter((at) => values[at] !== 0)
  const placing = hands.white + hands.black
  const flies = rules.flying && placing === 0 && (count(own) === 3 || count(enemy) === 3)
  return {
    phase: flies ? FLYING : phaseOf(placing),
    indexes,
    counts: indexes.map((at) => values[at]!),
  }
}

/** Gradient descent (Adam) on the squared error. */
function fit(samples: readonly Sample[], before: Float64Array): Float64Array {
  const width = before.length / PHASES
  const weights = before.slice()
  const mean = new Float64Array(weights.length)
  const square = new Float64Array(weights.length)
  const perPhase = new Float64Array(PHASES)
  for (const { phase } of samples) perPhase[phase]!++
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(weights.length)
    let error = 0
    for (const { phase, indexes, counts, target } of samples) {
      const at = phase * width
      let value = 0
      for (let i = 0; i < indexes.length; i++) value += weights[at + indexes[i]!]! * counts[i]!
      const expected = sigmoid(value)
      const off = expected - target
      error += off * off
      const slope = (off * expected * (1 - expected)) / perPhase[phase]!
      for (let i = 0; i < indexes.length; i++) gradient[at + indexes[i]!]! += slope * counts[i]!
    }
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i]! + PRIOR * (weights[i]! - before[i]!)
      mean[i] = 0.9 * mean[i]! + 0.1 * g
      square[i] = 0.99 * square[i]! + 0.01 * g * g
      const step = mean[i]! / (1 - 0.9 ** round) / (Math.sqrt(square[i]! / (1 - 0.99 ** round)) + 1e-9)
      weights[i]! -= LEARNING_RATE * (1 - round / ROUNDS) * step
    }
    if (round % 100 === 0) console.error(`round ${round}: error ${(error / samples.length).toFixed(5)}`)
  }
  return weights
}

for (const id of only.length > 0 ? RULES.filter((each) => only.includes(each)) : RULES) {
  const rules = ruleSet(id)
  const samples: Sample[] = []
  for (let game = 1; game <= Number(games); game++) samples.push(...samplesOf(rules, game))
  console.error(`${id}: ${samples.length} positions`)
  const kind = { flying: rules.flying, diagonal: id.includes('diagonal') }
  const before = Float64Array.from(
    Array.from({ length: PHASES }, (_, phase) => {
      const { stone, turn, own, enemy } = weightsOf(kind, phase)
      return [stone, turn, ...own, ...enemy].map((weight) => weight / 16 / SCALE)
    }).flat(),
  )
  const weights = fit(samples, before)
  const width = weights.length / PHASES
  // a stone counts 100 where stones move
  const factor = 100 / weights[MOVING * width]!
  console.log(`  // ${id}: ${games} games, ${samples.length} positions`)
  for (let phase = 0; phase < PHASES; phase++) {
    const row = [...weights.subarray(phase * width, (phase + 1) * width)].map((w) => Math.round(factor * w))
    if (phase === FLYING) row[0] = FLYING_STONE
    const [stone, turn, ...rest] = row
    console.log(
      `    { stone: ${stone}, turn: ${turn}, own: [${rest.slice(0, FEATURES.length).join(', ')}], enemy: [${rest.slice(FEATURES.length).join(', ')}] },`,
    )
  }
}
