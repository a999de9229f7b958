import { availableParallelism } from 'node:os'
import type { MillRules } from '@tegenzet/rules'
import { generateTurns, millTables, movedBits, placementsOf } from '@tegenzet/rules/mill'

/** Positions that are tried out. */
const SAMPLE = 4000
/** How many times as long as generating its turns and numbering them a position takes, measured over whole builds. */
const WORK = 2.5

/** How long a pair will take to solve, from a sample of its positions on this machine. */
export function estimateSeconds(rules: MillRules, [a, b]: readonly [number, number]): number {
  const sets =
    a === b
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]
  let seconds = 0
  for (const [own, enemy] of sets as [number, number][]) {
    // the first sample lets the compiler see the code
    samplePosition(rules, own, enemy)
    seconds += samplePosition(rules, own, enemy) * placementsOf(rules, own, enemy).size
  }
  return (seconds * WORK) / availableParallelism()
}

/** The seconds that a position takes. */
function samplePosition(rules: MillRules, own: number, enemy: number): number {
  const tables = millTables(rules)
  const placements = placementsOf(rules, own, enemy)
  const replies = placementsOf(rules, enemy, own)
  const turns = new Int32Array(tables.maxTurns)
  const startedAt = performance.now()
  for (let n = 0; n < SAMPLE; n++) {
    placements.find(Math.floor((placements.size / SAMPLE) * n))
    const { foundOwn, foundEnemy } = placements
    const end = generateTurns(tables, foundOwn, foundEnemy, 0, 0, turns, 0)
    for (let i = 0; i < end; i++) replies.indexOf(foundEnemy, foundOwn ^ movedBits(tables, turns[i]!))
  }
  return (performance.now() - startedAt) / 1000 / SAMPLE
}
