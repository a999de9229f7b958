import type { DecodedMove } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'

/** A move as a sentence: "bram moved from d6 to d5 and took a1." */
export function formatMove(name: string, { from, to, captured }: DecodedMove): string {
  if (from === null)
    return captured ? m.game_announce_place_take({ name, to, captured }) : m.game_announce_place({ name, to })
  return captured
    ? m.game_announce_move_take({ name, from, to, captured })
    : m.game_announce_move({ name, from, to })
}
