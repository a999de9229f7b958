import { opponent, type Side } from '@tegenzet/rules'
import { contactRefused, readContact } from '../../accounts/people/contact.ts'
import type { Tx } from '../../store/transaction.ts'
import type { GameRow } from '../game/game.ts'

/** Refuses a side's messages if one of the two players has blocked the other. */
export async function messagesBlocked(tx: Tx, game: GameRow, by: Side) {
  const other = game[opponent(by)]
  return contactRefused(await readContact(tx, game[by].id, other.id), other, 'messages')
}
