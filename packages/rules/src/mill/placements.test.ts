import { describe, expect, it } from 'vitest'
import { pick, randomFrom, SEED, SOAK } from '../../test/random.ts'
import { TRIAL_RULE_SETS } from '../../test/trial-rule-sets.ts'
import { type MillRules, RULE_SET_IDS, ruleSet } from '../index.ts'
import { choose, millSymmetries, millTables, placementsOf } from './index.ts'

const MILL_RULES = [...RULE_SET_IDS.map((id) => ruleSet(id)), ...TRIAL_RULE_SETS].filter(
  (rules): rules is MillRules => rules.family === 'mill',
)
/** One rule set for each board. */
const BOARDS = [...new Map(MILL_RULES.map((rules) => [rules.board, rules])).values()]
const RUNS = SOAK ? 5000 : 100

/** A random set of `size` points outside `taken`. */
function randomSet(random: () => number, points: number, size: number, taken: number): number {
  let set = 0
  for (let placed = 0; placed < size; ) {
    const bit = 1 << Math.floor(random() * points)
    if ((set | taken) & bit) continue
    set |= bit
    placed++
  }
  return set
}

describe.each(BOARDS)('placements on the board of $id', (rules) => {
  const { names } = millTables(rules)
  const symmetries = millSymmetries(rules)

  it('symmetries keep lines and mills, and each is undone by another', () => {
    const { board } = rules
    const key = (points: readonly string[]) => [...points].sort().join()
    const lines = new Set(board.lines.map(key))
    const mills = new Set(board.mills.map(key))
    for (const image of symmetries.images) {
      const imageOf = (points: readonly string[]) =>
        key(points.map((name) => names[image[names.indexOf(name)]!]!))
      for (const line of board.lines) expect(lines).toContain(imageOf(line))
      for (const mill of board.mills) expect(mills).toContain(imageOf(mill))
    }
    for (let symmetry = 0; symmetry < symmetries.count; symmetry++)
      expect(symmetries.apply(symmetries.inverses[symmetry]!, symmetries.apply(symmetry, 0b1011))).toBe(
        0b1011,
      )
  })

  it('every placement is counted once', () => {
    for (const [own, enemy] of [
      [3, 3],
      [4, 3],
    ] as const) {
      const placements = placementsOf(rules, own, enemy)
      let total = 0
      for (let index = 0; index < placements.size; index++) {
        total += placements.multiplicity(index)
        placements.find(index)
        const found = placements.indexOf(placements.foundOwn, placements.foundEnemy)
        if (found !== index) expect(found).toBe(index)
      }
      expect(total).toBe(choose(names.length, own) * choose(names.length - own, enemy))
    }
  })

  it('placements have the same number exactly if a symmetry maps one to the other', () => {
    const random = randomFrom(SEED)
    for (let run = 0; run < RUNS; run++) {
      const size = pick(random, [3, 4, 5])
      const otherSize = pick(random, [3, 4, 5])
      const placements = placementsOf(rules, size, otherSize)
      const own = randomSet(random, names.length, size, 0)
      const enemy = randomSet(random, names.length, otherSize, own)
      const index = placements.indexOf(own, enemy)
      const images = Array.from({ length: symmetries.count }, (_, symmetry) => [
        symmetries.apply(symmetry, own),
        symmetries.apply(symmetry, enemy),
      ])
      const numbers = new Set(images.map(([own, enemy]) => placements.indexOf(own!, enemy!)))
      expect([...numbers], `SEED=${SEED}`).toEqual([index])
      placements.find(index)
      expect(images).toContainEqual([placements.foundOwn, placements.foundEnemy])
      expect(placements.multiplicity(index)).toBe(new Set(images.map(String)).size)
    }
  })
})

it.each(['muehle', 'merels-diagonal'] as const)('the board of %s has 16 symmetries and known sizes', (id) => {
  const rules = ruleSet(id)
  expect(millSymmetries(rules).count).toBe(16)
  const sizes = [
    [3, 3, 169_626],
    [3, 4, 760_398],
    [4, 3, 760_398],
    [4, 4, 3_225_597],
    [3, 5, 2_580_390],
    [5, 3, 2_580_390],
    [3, 6, 6_875_320],
    [6, 3, 6_875_320],
    [4, 5, 10_310_496],
    [5, 4, 10_310_496],
  ] as const
  for (const [own, enemy, size] of sizes) expect(placementsOf(rules, own, enemy).size).toBe(size)
})
