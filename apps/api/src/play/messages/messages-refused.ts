import { opponent, type Side } from '@tegenzet/rules'
import { contactRefused, readContact } from '../../accounts/people/contact.ts'
import type { Deps } from '../../deps.ts'
import type { GameRow } from '../game/game-store.ts'

/** Why a side's words do not reach the other player, if so: one of the two has blocked the other. */
export async function wordsRefused({ store }: Pick<Deps, 'store'>, game: GameRow, by: Side) {
  const other = game[opponent(by)]
  return contactRefused(await readContact(store, game[by].id, other.id), other, 'messages')
}
