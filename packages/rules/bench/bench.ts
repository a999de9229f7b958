import { perft, type RuleSetId, ruleSet, startPosition } from '../src/index.ts'
import { naivePerft } from '../test/naive.ts'

interface Run {
  id: RuleSetId
  depth: number
  /** The benchmark fails below this speed, in million turns per second on one core. */
  minSpeed: number
  /** The depth that the naive engine reaches in about a second. */
  naiveDepth: number
}

const RUNS: Run[] = [
  { id: 'muehle', depth: 6, minSpeed: 100, naiveDepth: 4 },
  { id: 'merels-diagonal', depth: 6, minSpeed: 100, naiveDepth: 4 },
  { id: 'halma', depth: 5, minSpeed: 15, naiveDepth: 3 },
]
const REPEATS = 3

/** The best of a few runs, in million turns per second. */
function speed(count: () => number): number {
  const rates = Array.from({ length: REPEATS }, () => {
    const startedAt = process.hrtime.bigint()
    const turns = count()
    return (turns / Number(process.hrtime.bigint() - startedAt)) * 1000
  })
  return Math.max(...rates)
}

// the ratio to the naive engine in the same run can be compared between machines and under load
let tooSlow = false
for (const { id, depth, minSpeed, naiveDepth } of RUNS) {
  const rules = ruleSet(id)
  const start = startPosition(rules)
  const fast = speed(() => perft(rules, start, depth))
  const naive = speed(() => naivePerft(rules, start, naiveDepth))
  tooSlow ||= fast < minSpeed
  console.log(
    `${id} depth ${depth}: ${fast.toFixed(0)} million turns/s (at least ${minSpeed}), ${Math.round(fast / naive)} times the naive engine`,
  )
}
if (tooSlow) process.exitCode = 1
