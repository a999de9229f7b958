import { describe, expect, it } from 'vitest'
import { pick, randomFrom, SEED, SOAK } from '../../test/random.ts'
import { TRIAL_RULE_SETS } from '../../test/trial-rule-sets.ts'
import { type MillRules, RULE_SET_IDS, ruleSet } from '../index.ts'
import { CAPTURES, generateTurns, type MillTables, millTables, movedBits, movesBack } from './index.ts'

const MILL_RULES = [...RULE_SET_IDS.map((id) => ruleSet(id)), ...TRIAL_RULE_SETS].filter(
  (rules): rules is MillRules => rules.family === 'mill',
)

/** The sets of the mover's stones after each move without a capture. */
function afterMoves(tables: MillTables, own: number, enemy: number): number[] {
  const out = new Int32Array(tables.maxTurns)
  const end = generateTurns(tables, own, enemy, 0, 0, out, 0)
  return [...out.subarray(0, end)]
    .filter((turn) => !(turn & CAPTURES))
    .map((turn) => own ^ movedBits(tables, turn))
}

function beforeMoves(tables: MillTables, moved: number, waiting: number): number[] {
  const out = new Int32Array(tables.maxTurns)
  return [...out.subarray(0, movesBack(tables, moved, waiting, out))]
}

const RUNS = SOAK ? 5000 : 150

describe.each(MILL_RULES)('moves back in $id', (rules) => {
  const tables = millTables(rules)

  it('a move can be taken back, and a move back can be played again', () => {
    const random = randomFrom(SEED)
    for (let run = 0; run < RUNS; run++) {
      const points = tables.names.map((_, point) => point).sort(() => random() - 0.5)
      const size = pick(random, [3, 3, 4, 5, 6])
      const otherSize = pick(random, [3, 3, 4, 5, 6])
      const setOf = (some: number[]) => some.reduce((set, point) => set | (1 << point), 0)
      const own = setOf(points.slice(0, size))
      const enemy = setOf(points.slice(size, size + otherSize))
      const message = `SEED=${SEED} own ${own} enemy ${enemy}`
      const after = afterMoves(tables, own, enemy)
      expect(
        after.filter((moved) => !beforeMoves(tables, moved, enemy).includes(own)),
        message,
      ).toEqual([])
      const before = beforeMoves(tables, own, enemy)
      expect(new Set(before).size, message).toBe(before.length)
      expect(
        before.filter((earlier) => !afterMoves(tables, earlier, enemy).includes(own)),
        message,
      ).toEqual([])
    }
  })
})
