import { opponent } from '@tegenzet/rules'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { countFirstContact } from '../../accounts/limits/new-account-limit.ts'
import { contactRefused, readContact } from '../../accounts/players/contact.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import type { OwnGame } from '../game/on-game.ts'

/** Refuses a side's messages if the player is muted, or one of the two players has blocked the other. */
export async function messagesBlocked(db: Db, { game, side: by }: OwnGame, at: Date) {
  const muted = await sanctionRefused(db, game[by].id, 'mute', at)
  if (muted) return muted
  const other = game[opponent(by)]
  return contactRefused(await readContact(db, game[by].id, other.id), other, 'messages')
}

/** Counts a message of a new account to an opponent who has never written to it. */
export const countFirstMessage = (deps: Deps, db: Db, { game, side: by }: OwnGame) =>
  countFirstContact(deps, db, { playerId: game[by].id, to: game[opponent(by)], what: 'message' })
