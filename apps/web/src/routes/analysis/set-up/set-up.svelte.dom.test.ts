import { RULE_SET_IDS, ruleSet, startPosition } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { SetUp } from './set-up.svelte.ts'

it.each(RULE_SET_IDS)('a board of %s begins with the start position', (id) => {
  expect(new SetUp(id).position).toBe(startPosition(ruleSet(id)))
})

it('a stone comes from the hand where there would be too many', () => {
  const setUp = new SetUp('muehle')
  setUp.put('a7', 'white')
  setUp.put('d7', 'black')
  expect(setUp.text).toBe('wb./.../.../....../.../.../... w 8 8 0 1')
  setUp.put('d7', 'black')
  setUp.put('a7', 'black')
  setUp.side = 'black'
  setUp.quiet = 3
  expect(setUp.position).toBe('b../.../.../....../.../.../... b 8 8 3 1')
})

it('says that a position is none', () => {
  const setUp = new SetUp('halma')
  setUp.put('e5', 'white')
  expect(setUp.position).toBe(null)
  setUp.clear()
  expect(setUp.count('black')).toBe(0)
})
