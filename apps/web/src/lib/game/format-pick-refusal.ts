import type { RuleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import type { PickRefusal } from '$lib/families/playing.ts'
import { playingOf } from '$lib/families/playing-of.ts'
import type { Selection } from './selection.ts'

/** Why a point cannot be picked, in one line: "That stone is in a mill: take one outside." */
export function formatPickRefusal(
  refusal: PickRefusal,
  rules: RuleSet,
  { from, path }: Selection,
  point: string,
): string {
  const playing = playingOf(rules)
  const places = { point, from: from === null ? '' : playing.origin({ from, path }) }
  switch (refusal) {
    case 'in-mill':
      return m.game_refused_in_mill()
    case 'take-theirs':
      return m.game_refused_take_theirs()
    case 'occupied':
      return m.game_refused_occupied(places)
    case 'hand-first':
      return m.game_refused_hand_first()
    case 'not-yours':
      return m.game_refused_not_yours()
    case 'blocked':
      return playing.blocked()
    case 'pick-own':
      return m.game_refused_pick_own()
    case 'not-adjacent':
      return m.game_refused_not_adjacent(places)
    case 'no-flying':
      return m.game_refused_no_flying(places)
    case 'nothing-to-jump':
      return m.game_refused_nothing_to_jump(places)
    case 'out-of-reach':
      return m.game_refused_out_of_reach(places)
  }
}
