import { type DecodedPosition, opponent, type RuleSet } from '@tegenzet/rules'
import type { PickRefusal } from '$lib/families/playing.ts'
import { playingOf } from '$lib/families/playing-of.ts'
import { type Choices, capturable, pick, type Selection } from './selection.ts'

/**
 * The one reason why a point cannot be picked next; null if it can.
 * @param view the position the move begins in
 */
export function pickRefusal(
  rules: RuleSet,
  view: DecodedPosition,
  choices: Choices,
  selection: Selection,
  point: string,
): PickRefusal | null {
  if (pick(choices, selection, point) !== selection) return null
  const { stones, side } = view
  const { from } = selection
  const closesMill = capturable(choices, selection).size > 0
  const mustTake = closesMill && selection.captured === undefined
  if (stones[point] === opponent(side))
    return closesMill ? 'in-mill' : from === null && !view.hands?.[side] ? 'not-yours' : 'occupied'
  if (mustTake) return 'take-theirs'
  if (stones[point] === side) return view.hands?.[side] ? 'hand-first' : 'blocked'
  if (from === null) return 'pick-own'
  return playingOf(rules).targetRefusal(view, { from, path: selection.path }, point)
}
