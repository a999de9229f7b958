import { judgeClaim, replay, ruleSet } from '@tegenzet/rules'
import { expect, it } from 'vitest'
import { movesWithRepetition } from '$lib/play/game/repetition-fixture.ts'
import { differingPoints } from './differing-points.ts'

it('each position gets the points on which it differs from its neighbours in the claim', () => {
  const rules = ruleSet('molenspel')
  const played = replay(rules, movesWithRepetition(8))
  if (!played.ok) throw new Error(played.error.message)
  const claim = { ground: 'repetition', positions: [18, 19, 20], by: 'white' } as const
  const differing = differingPoints(judgeClaim(rules, claim, played.value.positions))
  expect([...differing].map(([n, points]) => [n, points.toSorted()])).toEqual([
    [18, ['d5', 'd6']],
    [19, ['a1', 'a4', 'd5', 'd6']],
    [20, ['a1', 'a4']],
  ])
})
