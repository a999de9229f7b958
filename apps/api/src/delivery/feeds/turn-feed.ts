import * as m from '@tegenzet/texts/messages'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../store/transaction.ts'
import { readGamesToMove } from '../calendar/games-to-move.ts'
import { findOwner } from '../calendar/secret-address.ts'
import { summaryOf } from '../calendar/write-calendar.ts'
import { localMoment } from '../notification-mail/format-mailed-notification.ts'
import type { Feed } from './write-atom.ts'

/**
 * The games that wait for a player. Each turn is a new entry, so that feed readers show it as unread.
 * @returns null if no feed has this secret
 */
export async function turnFeed(
  db: Db,
  { siteName }: Pick<Config, 'siteName'>,
  { secret, at }: { secret: string; at: Date },
): Promise<Feed | null> {
  const owner = await findOwner(db, 'turn_feeds', { secret, at })
  if (!owner) return null
  const { playerId, username, language, addressCreatedAt: since } = owner
  const games = await readGamesToMove(db, playerId)
  const title = `${m.ui_your_move({}, { locale: language })} · ${siteName}`
  return {
    path: `/feeds/turns/${secret}`,
    id: `/players/${playerId}/turns`,
    page: '/games',
    title,
    author: username,
    language,
    since,
    entries: games.map((game) => ({
      id: `/games/${game.id}/turns/${game.ply}`,
      title: summaryOf(game, language),
      page: `/games/${game.id}`,
      at: game.updatedAt,
      text: m.feeds_deadline({ moment: localMoment(game.deadline, owner) }, { locale: language }),
    })),
  }
}
