import { writeFileSync } from 'node:fs'
import { hasDiagonals, isRuleSetId, type MillRules, ruleSet } from '@tegenzet/rules'
import { count } from '@tegenzet/rules/mill'
import { FEATURES } from '../src/mill-patterns.ts'
import { millRegions, statesOf } from '../src/mill-regions.ts'
import {
  CORRECTIONS,
  charOfValue,
  FLYING,
  type LearnedWeights,
  PHASES,
  phaseOf,
  VALUE_BITS,
  weightsOf,
} from '../src/mill-weights.ts'
import { randomFrom } from './match.ts'
import { readSamples, type Sample } from './samples.ts'

/**
 * `node --conditions=tegenzet-source --import tsx packages/engine/bench/fit-weights.ts RULES FILE…`: fits the weights of a kind of
 * rules to the games that `apps/bot/bench/self-play.ts` wrote and writes them to `src/weights`: first what features are worth, then
 * what each state of a region is worth besides. The weights for flying sides stay as they are: endgame tables decide most of
 * these games. Prints the mean squared errors, and those in a tenth of the games that it does not learn from.
 */
const [id = '', ...files] = process.argv.slice(2)
if (!isRuleSetId(id) || files.length === 0) throw new Error('usage: fit-weights.ts RULES FILE…')
const rules = ruleSet(id) as MillRules

/** The score with which about 73 of 100 points are expected. */
const SCALE = 150
const DECIDED = 2_000
/** How much of a position's target is the game's result; the rest is the score of the search. */
const RESULT_SHARE = 0.6
const HELD_BACK = 10
const BATCH = 4_096
const LINEAR_STEPS = 3_000
const LINEAR_RATE = 0.01
/** Keeps weights of rare features small. */
const LINEAR_DECAY = 1e-5
const STATE_ROUNDS = 2
const STATE_RATE = 0.03
/** Keeps rare states near what their features are worth. */
const STATE_DECAY = 0.005

const POINTS = 2 ** 24 - 1
const WIDTH = 2 + 2 * FEATURES.length
const TABLES = Math.max(...CORRECTIONS) + 1
const expected = (value: number) => 1 / (1 + Math.exp(-value))

const regions = millRegions(rules)
const row = new Float64Array(WIDTH)
const { features } = regions
const width = classesOf(0, 0).length
const data = load(files)
console.log(`${data.target.length} positions`)
const linear = fitLinear()
console.log(`features ${errors(valueOfLinear(linear))}`)
const corrections = fitStates(linear)
console.log(`states ${errors((n) => valueOfLinear(linear)(n) + correctionOf(corrections, n))}`)
save()

/** Columns of all positions; `classes` has one for each region. */
function load(files: readonly string[]) {
  const samples = files
    .flatMap((file) => [...readSamples(file)])
    .filter((sample) => phaseAt(sample) !== FLYING)
  const columns = {
    classes: new Int32Array(samples.length * width),
    phase: new Uint8Array(samples.length),
    stones: new Int8Array(samples.length),
    target: new Float32Array(samples.length),
    isHeldBack: new Uint8Array(samples.length),
  }
  for (const [n, { low, high, score, result, game }] of samples.entries()) {
    const own = low & POINTS
    const enemy = high & POINTS
    columns.classes.set(classesOf(own, enemy), n * width)
    columns.phase[n] = phaseAt({ low, high })
    columns.stones[n] = count(own) + (low >>> 24) - count(enemy) - (high >>> 24)
    const clipped = Math.max(-DECIDED, Math.min(DECIDED, score))
    columns.target[n] = RESULT_SHARE * ((1 + result) / 2) + (1 - RESULT_SHARE) * expected(clipped / SCALE)
    columns.isHeldBack[n] = Number(game % HELD_BACK === 0)
  }
  return columns
}

function phaseAt({ low, high }: Pick<Sample, 'low' | 'high'>): number {
  return phaseOf((low >>> 24) + (high >>> 24), count(low & POINTS), count(high & POINTS), rules.flying)
}

/** The classes of the states of all regions; that of no region is left out. */
function classesOf(own: number, enemy: number): number[] {
  return statesOf(regions, own, enemy)
    .map((state) => regions.classOf[state]!)
    .filter((each) => each < regions.classes)
}

/** Writes what the linear weights are multiplied with into `row`. */
function describe(n: number): void {
  row[0] = data.stones[n]!
  row[1] = 1
  for (let feature = 0; feature < features.length; feature++) {
    const counts = features[feature]!
    let sum = 0
    for (let i = n * width; i < (n + 1) * width; i++) sum += counts[data.classes[i]!]!
    row[2 + feature] = sum
  }
}

function valueOfLinear(weights: Float64Array): (n: number) => number {
  return (n) => {
    describe(n)
    const at = WIDTH * data.phase[n]!
    let value = 0
    for (let i = 0; i < WIDTH; i++) value += weights[at + i]! * row[i]!
    return value
  }
}

/** The numbers of the positions to learn from, in random order. */
function* shuffled(seed: number): Generator<number> {
  const random = randomFrom(seed)
  const order = Int32Array.from(data.target.keys())
  for (let i = order.length - 1; i >= 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const chosen = order[other]!
    order[other] = order[i]!
    if (!data.isHeldBack[chosen]) yield chosen
  }
}

/** Gradient descent on the cross entropy (Adam). */
function fitLinear(): Float64Array {
  const weights = new Float64Array(PHASES * WIDTH)
  const [gradient, mean, square] = [0, 0, 0].map(() => new Float64Array(weights.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const value = valueOfLinear(weights)
  let [step, inBatch] = [0, 0]
  for (let round = 0; step < LINEAR_STEPS; round++)
    for (const n of shuffled(round)) {
      const off = expected(value(n)) - data.target[n]!
      const at = WIDTH * data.phase[n]!
      for (let i = 0; i < WIDTH; i++) gradient[at + i]! += off * row[i]!
      if (++inBatch < BATCH) continue
      inBatch = 0
      step++
      for (let i = 0; i < weights.length; i++) {
        const g = gradient[i]! / BATCH + LINEAR_DECAY * weights[i]!
        mean[i] = 0.9 * mean[i]! + 0.1 * g
        square[i] = 0.999 * square[i]! + 0.001 * g * g
        const change = mean[i]! / (1 - 0.9 ** step) / (Math.sqrt(square[i]! / (1 - 0.999 ** step)) + 1e-8)
        weights[i]! -= LINEAR_RATE * Math.max(0, 1 - step / LINEAR_STEPS) * change
      }
      gradient.fill(0)
    }
  return weights
}

/** The same for each state (AdaGrad). */
function fitStates(linear: Float64Array): Float32Array {
  const corrections = new Float32Array(regions.classes * TABLES)
  const squares = new Float32Array(corrections.length).fill(0.1)
  const value = valueOfLinear(linear)
  for (let round = 0; round < STATE_ROUNDS; round++)
    for (const n of shuffled(-1 - round)) {
      const off = expected(value(n) + correctionOf(corrections, n)) - data.target[n]!
      const first = regions.classes * CORRECTIONS[data.phase[n]!]!
      for (let i = n * width; i < (n + 1) * width; i++) {
        const at = first + data.classes[i]!
        const g = off + STATE_DECAY * corrections[at]!
        squares[at]! += g * g
        corrections[at]! -= (STATE_RATE * (1 - round / STATE_ROUNDS) * g) / Math.sqrt(squares[at]!)
      }
    }
  return corrections
}

function correctionOf(corrections: Float32Array, n: number): number {
  const first = regions.classes * CORRECTIONS[data.phase[n]!]!
  let sum = 0
  for (let i = n * width; i < (n + 1) * width; i++) sum += corrections[first + data.classes[i]!]!
  return sum
}

function errors(value: (n: number) => number): string {
  const sums = [0, 0]
  const counts = [0, 0]
  for (const [n, target] of data.target.entries()) {
    const held = data.isHeldBack[n]!
    sums[held]! += (expected(value(n)) - target) ** 2
    counts[held]!++
  }
  return sums.map((sum, n) => (sum / counts[n]!).toFixed(5)).join(', held back ')
}

function save(): void {
  const kind = `${hasDiagonals(rules.board) ? 'diagonal' : 'plain'}-${rules.flying ? 'flying' : 'walking'}`
  const weights = Array.from({ length: FLYING }, (_, phase) =>
    [...linear.subarray(WIDTH * phase, WIDTH * (phase + 1))].map((w) => Math.round(SCALE * w)).join(' '),
  )
  const { stone, turn, features } = weightsOf(rules)[FLYING]!
  weights.push([stone, turn, ...features].map((weight) => weight / 2 ** VALUE_BITS).join(' '))
  const tables = Array.from({ length: TABLES }, (_, n) => {
    const first = regions.classes * n
    return Array.from(corrections.subarray(first, first + regions.classes), (value) =>
      charOfValue(SCALE * value),
    ).join('')
  })
  const learned: LearnedWeights = {
    rules: id,
    positions: data.target.length,
    linear: weights,
    corrections: tables,
  }
  writeFileSync(
    new URL(`../src/weights/${kind}.json`, import.meta.url),
    `${JSON.stringify(learned, null, 2)}\n`,
  )
}
