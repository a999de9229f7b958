import { perft, type RuleSetId, ruleSet, startPosition } from '../src/index.ts'

/** What is counted, to which depth, and the bar it must reach, in millions of turns a second on one core. */
const RUNS: [RuleSetId, depth: number, bar: number][] = [
  ['muehle', 6, 100],
  ['merels-diagonal', 6, 100],
  ['halma', 5, 15],
]
const REPEATS = 3

let missed = false
for (const [id, depth, bar] of RUNS) {
  const rules = ruleSet(id)
  const rates: number[] = []
  for (let run = 0; run < REPEATS; run++) {
    const begun = process.hrtime.bigint()
    const count = perft(rules, startPosition(rules), depth)
    rates.push((count / Number(process.hrtime.bigint() - begun)) * 1000)
  }
  const best = Math.max(...rates)
  missed ||= best < bar
  console.log(`${id} depth ${depth}: ${best.toFixed(0)} million turns/s (bar ${bar})`)
}
if (missed) process.exitCode = 1
