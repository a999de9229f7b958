import { type MillRules, millBoard, RULE_SET_IDS, ruleSet } from '@tegenzet/rules'
import { layoutOf } from '@tegenzet/rules/board'
import { expect, it } from 'vitest'
import { exampleOf } from '$lib/families/example-of.ts'
import { getLocale, setLocale } from '$lib/i18n/locale.svelte.ts'
import { options } from './rule-options.ts'

it('explains the last move of a mill game and of Halma', () => {
  const before = getLocale()
  setLocale('en')
  expect(exampleOf(ruleSet('molenspel')).caption).toBe(
    'After 3. f6xa1: White has closed the mill b6-d6-f6 and taken the stone on a1.',
  )
  expect(exampleOf(ruleSet('halma')).caption).toBe('After 2. i2-g4: White has jumped over the stone on h3.')
  setLocale(before)
})

it.each(RULE_SET_IDS)('marks the last move of %s', (id) => {
  const { stones, marks } = exampleOf(ruleSet(id))
  expect(stones[marks.move!.to]).toBe('white')
})

it('works for a board with joints and a rule set with its own example game', () => {
  const board = millBoard(
    'a5-c5-e5 b4-c4-d4 b2-c2-d2 a1-c1-e1 a1-a3-a5 b2-b3-b4 d2-d3-d4 e1-e3-e5',
    'c4-c5 a3-b3 d3-e3 c1-c2',
  )
  const six: MillRules = { ...ruleSet('merels'), board, stones: 6, exampleGame: 'b4 e3 c4 a1 d4xa1' }
  const { marks, caption } = exampleOf(six)
  expect(marks.mills).toEqual([['b4', 'c4', 'd4']])
  expect(caption).toContain('b4-c4-d4')
  expect(layoutOf(board, false).rows).toHaveLength(5)
  expect(options(six)[0]!.value).toMatch(/^2 /)
})
