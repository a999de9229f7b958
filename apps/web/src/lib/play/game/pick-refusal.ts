import { type DecodedPosition, opponent, type RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { playingOf } from '$lib/families/playing-of.ts'
import { type Choices, capturable, pick, type Selection } from './selection.ts'

/**
 * Why a point cannot be picked next, in one line: "That stone is in a mill: take another one."; null if it can.
 * @param view the position the move begins in
 */
export function pickRefusal(
  rules: RuleSet,
  view: DecodedPosition,
  choices: Choices,
  selection: Selection,
  point: string,
): string | null {
  if (pick(choices, selection, point) !== selection) return null
  const { capturing, ownRefusal, targetRefusal } = playingOf(rules)
  const { stones, side } = view
  const { from, path } = selection
  const captures = capturing !== null && capturable(choices, selection).size > 0 ? capturing : null
  if (stones[point] === opponent(side)) {
    if (captures) return captures.safe()
    return from === null && !view.hands?.[side]
      ? m.game_refused_not_yours()
      : m.game_refused_occupied({ point })
  }
  if (captures && selection.captured === undefined) return captures.first()
  if (stones[point] === side) return ownRefusal(view)
  return from === null ? m.game_refused_pick_own() : targetRefusal(view, { from, path }, point)
}
